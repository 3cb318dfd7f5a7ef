/// A time in which one monitor had the network for reachable and another one had not.
struct Disagreement: Hashable, Sendable {
  /// The monitor that had it for reachable, perhaps degraded.
  let yes: String
  /// The monitor that had it for unreachable.
  let no: String
  /// From when, in nanoseconds since the run started, as clients were told.
  let start: Int64
  /// Until when.
  let end: Int64

  /// How long, in nanoseconds.
  var length: Int64 { end - start }

  /// The disagreements between all pairs of monitors, in the order of time.
  ///
  /// - Parameter statuses: Each monitor's statuses with the time from which they held.
  static func all(
    _ statuses: [(monitor: String, statuses: [RunStory.Status])], end: Int64
  ) -> [Disagreement] {
    let times = Set(statuses.flatMap { $0.statuses.map(\.since) }).filter { $0 < end }.sorted()
    var found: [Disagreement] = []
    for yes in statuses {
      for no in statuses where no.monitor != yes.monitor {
        var start: Int64?
        for time in times {
          let isSplit = isUp(yes.statuses, time) == true && isUp(no.statuses, time) == false
          if isSplit, start == nil { start = time }
          if !isSplit, let began = start {
            found.append(Disagreement(yes: yes.monitor, no: no.monitor, start: began, end: time))
            start = nil
          }
        }
        if let start { found.append(Disagreement(yes: yes.monitor, no: no.monitor, start: start, end: end)) }
      }
    }
    return found.sorted { ($0.start, $0.yes, $0.no) < ($1.start, $1.yes, $1.no) }
  }

  private static func isUp(_ statuses: [RunStory.Status], _ time: Int64) -> Bool? {
    statuses.last { $0.since <= time }.flatMap { Reach(status: $0.name) }.map { $0 != .unreachable }
  }
}

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
    var found: [Disagreement] = []
    let reaches = statuses.map { (monitor: $0.monitor, changes: changes($0.statuses)) }
    for yes in reaches {
      for no in reaches where no.monitor != yes.monitor {
        found += all(yes, no, end)
      }
    }
    return found.sorted { ($0.start, $0.yes, $0.no) < ($1.start, $1.yes, $1.no) }
  }

  /// From when on a monitor has the network for reachable, or not, or says nothing that is known here.
  private typealias Change = (since: Int64, isUp: Bool?)

  private static func changes(_ statuses: [RunStory.Status]) -> [Change] {
    var changes: [Change] = []
    for status in statuses {
      let isUp = Reach(status: status.name).map { $0 != .unreachable }
      // Of several of one moment the last one holds.
      if changes.last?.since == status.since { changes.removeLast() }
      if changes.last.map({ $0.isUp != isUp }) ?? true { changes.append((status.since, isUp)) }
    }
    return changes
  }

  /// The stretches in which one said yes and the other no, in one pass over both.
  private static func all(
    _ yes: (monitor: String, changes: [Change]), _ no: (monitor: String, changes: [Change]), _ end: Int64
  ) -> [Disagreement] {
    var found: [Disagreement] = []
    var (start, at, yesSays, noSays): (Int64?, (Int, Int), Bool?, Bool?) = (nil, (0, 0), nil, nil)
    func next(_ changes: [Change], _ index: Int) -> Int64 { index < changes.count ? changes[index].since : .max }
    while true {
      let time = min(next(yes.changes, at.0), next(no.changes, at.1))
      guard time < end else { break }
      if next(yes.changes, at.0) == time {
        yesSays = yes.changes[at.0].isUp
        at.0 += 1
      }
      if next(no.changes, at.1) == time {
        noSays = no.changes[at.1].isUp
        at.1 += 1
      }
      let isSplit = yesSays == true && noSays == false
      if isSplit, start == nil { start = time }
      if !isSplit, let began = start {
        found.append(Disagreement(yes: yes.monitor, no: no.monitor, start: began, end: time))
        start = nil
      }
    }
    if let start { found.append(Disagreement(yes: yes.monitor, no: no.monitor, start: start, end: end)) }
    return found
  }
}

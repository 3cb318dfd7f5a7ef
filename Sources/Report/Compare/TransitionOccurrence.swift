internal import Record

/// A transition of one run, with what makes it the same one in another run.
struct TransitionOccurrence: Sendable {
  var key: ComparedTransition.Key
  let item: ExplainedTransition
  /// Whether nothing gets through under the conditions that led to it.
  let isOutage: Bool
  /// When each step of its run held, in nanoseconds since the run started.
  private let starts: [Int64]

  /// From when the conditions of the step that its key names held until the client was told, in nanoseconds; below zero
  /// where it fell just before that step in this run, and behind its beginning in another one.
  var time: Int64 {
    guard item.step != nil, starts.indices.contains(key.place) else { return item.transition.delivered }
    return item.transition.delivered - starts[key.place]
  }

  /// All transitions of some runs.
  static func all(_ runs: [RunAnalysis]) -> [TransitionOccurrence] {
    runs.flatMap { run in
      let starts = run.steps.map(\.change.applied)
      var counts: [ComparedTransition.Key: Int] = [:]
      return run.transitions.map { item in
        var key = ComparedTransition.Key(
          monitor: item.transition.monitor, step: item.transition.condition, place: item.step ?? 0,
          to: item.transition.toLabel, time: 1)
        // The count is kept under the first one's key.
        counts[key, default: 0] += 1
        key.time = counts[key, default: 1]
        return TransitionOccurrence(
          key: key, item: item, isOutage: item.cause.map { run.steps[$0].isOutage } ?? false, starts: starts)
      }
    }
  }

  /// A second record's transitions, where one that only it has and one that only the first has are the same: of the same
  /// monitor, from and to the same, and no further apart than the noise, with a step's border between them.
  static func matched(
    _ new: [TransitionOccurrence], with old: [TransitionOccurrence], _ floor: NoiseFloor
  ) -> [TransitionOccurrence] {
    let (before, now) = (Group.all(old), Group.all(new))
    let known = Set(now.map(\.key))
    var left = before.filter { !known.contains($0.key) }
    let matchable = Set(before.map(\.key))
    var names: [ComparedTransition.Key: ComparedTransition.Key] = [:]
    for group in now where !matchable.contains(group.key) {
      let near = left.indices.filter { left[$0].isSame(as: group, floor) }
      guard let best = near.min(by: { left[$0].distance(to: group) < left[$1].distance(to: group) }) else { continue }
      names[group.key] = left.remove(at: best).key
    }
    return new.map { occurrence in
      var occurrence = occurrence
      occurrence.key = names[occurrence.key] ?? occurrence.key
      return occurrence
    }
  }

  /// What one record's runs have under one key.
  private struct Group {
    let key: ComparedTransition.Key
    let from: String
    /// When it was told, in nanoseconds since each run's start, in order.
    let times: [Int64]

    static func all(_ occurrences: [TransitionOccurrence]) -> [Group] {
      Dictionary(grouping: occurrences, by: \.key).map { key, own in
        Group(
          key: key, from: own.first?.item.transition.fromLabel ?? "",
          times: own.map(\.item.transition.delivered).sorted())
      }
      .sorted { ($0.times.first ?? 0, $0.key.monitor, $0.key.to) < ($1.times.first ?? 0, $1.key.monitor, $1.key.to) }
    }

    private var spread: Int64 { (times.last ?? 0) - (times.first ?? 0) }

    func distance(to other: Group) -> Int64 {
      guard let own = Median.of(times), let its = Median.of(other.times) else { return .max }
      return abs(own - its)
    }

    func isSame(as other: Group, _ floor: NoiseFloor) -> Bool {
      guard key.monitor == other.key.monitor, key.to == other.key.to, from == other.from else { return false }
      return distance(to: other) <= max(floor.of(key.monitor, isFirst: from == "unknown"), spread, other.spread)
    }
  }
}

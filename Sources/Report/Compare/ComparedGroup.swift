internal import Record

/// The runs of one profile or scenario in two records.
public struct ComparedGroup: Encodable, Sendable {
  /// Something else than a transition: an expectation that is no longer met, a run that no longer gets to its end.
  public struct Note: Encodable, Sendable {
    /// What it means.
    public let verdict: RecordComparison.Verdict
    /// What is different, in words.
    public let text: String
  }

  /// The profile's or scenario's name.
  public let name: String
  /// How many runs of it the first record has.
  public let runsInA: Int
  /// How many the second has.
  public let runsInB: Int
  /// Its transitions, in the order of the monitors and of time.
  public let transitions: [ComparedTransition]
  /// What else is different.
  public let notes: [Note]

  /// Whether anything got worse.
  var isWorse: Bool { transitions.contains { $0.verdict == .worse } || notes.contains { $0.verdict == .worse } }

  init(name: String, _ a: [RunAnalysis], _ b: [RunAnalysis], _ asked: Int64?) {
    self.name = name
    runsInA = a.count
    runsInB = b.count
    // What ran in one record alone says nothing of what got better or worse.
    let (before, now) = (Self.monitors(a), Self.monitors(b))
    // A record of a version that told no interfaces is compared without them.
    let namesInterfaces = [a, b].allSatisfy { $0.contains(where: \.namesInterfaces) }
    let (a, b) = namesInterfaces ? (a, b) : (a.map(\.withoutInterfaces), b.map(\.withoutInterfaces))
    let floor = NoiseFloor(asked: asked, (a + b).map(\.story))
    let old = TransitionOccurrence.all(a).filter { now.contains($0.key.monitor) }
    let new = TransitionOccurrence.matched(
      TransitionOccurrence.all(b).filter { before.contains($0.key.monitor) }, with: old, floor)
    var seen: Set<ComparedTransition.Key> = []
    let keys = (old + new).map(\.key).filter { seen.insert($0).inserted }
    let places = Self.places(old + new)
    transitions = keys.sorted { (places[$0] ?? .zero) < (places[$1] ?? .zero) }.map { key in
      ComparedTransition(key, Self.sample(key, old, a), Self.sample(key, new, b), floor)
    }
    notes =
      before.symmetricDifference(now).sorted().map {
        Note(
          verdict: .same,
          text: "\($0) ran in the \(before.contains($0) ? "first" : "second") record alone: not compared")
      } + Self.outcomes(a, b) + Self.expectations(a, b)
  }

  private static func monitors(_ runs: [RunAnalysis]) -> Set<String> {
    Set(runs.flatMap { $0.story.monitors })
  }

  /// Where a transition stands in the list: by monitor, then by when it was first told.
  private struct Place: Comparable {
    static let zero = Place(monitor: "", time: 0)
    let monitor: String
    let time: Int64

    static func < (left: Place, right: Place) -> Bool { (left.monitor, left.time) < (right.monitor, right.time) }
  }

  private static func places(_ occurrences: [TransitionOccurrence]) -> [ComparedTransition.Key: Place] {
    var places: [ComparedTransition.Key: Place] = [:]
    for occurrence in occurrences where places[occurrence.key] == nil {
      places[occurrence.key] = Place(monitor: occurrence.key.monitor, time: occurrence.item.transition.delivered)
    }
    return places
  }

  private static func sample(
    _ key: ComparedTransition.Key, _ occurrences: [TransitionOccurrence], _ runs: [RunAnalysis]
  ) -> ComparedTransition.Sample {
    let own = occurrences.filter { $0.key == key }
    return ComparedTransition.Sample(
      items: own.map(\.item), times: own.map(\.time),
      ends: runs.filter { $0.steps.count > key.place }.map { run in
        run.transitions.last { $0.transition.monitor == key.monitor && ($0.step ?? 0) <= key.place }?.transition.toLabel
      }, isOutage: own.contains { $0.isOutage }, runs: runs.count)
  }

  /// Runs that got to their end before and do not now.
  private static func outcomes(_ a: [RunAnalysis], _ b: [RunAnalysis]) -> [Note] {
    let (old, new) = (a.filter { !$0.story.wasWatched }.count, b.filter { !$0.story.wasWatched }.count)
    guard (old == 0) != (new == 0) else { return [] }
    let failure = b.compactMap { $0.story.finished?.failure }.first.map { " (\($0))" } ?? ""
    return [
      new > 0
        ? Note(verdict: .worse, text: "\(new) of \(b.count) runs did not get to the end\(failure)")
        : Note(verdict: .better, text: "every run got to the end; \(old) of \(a.count) did not before")
    ]
  }

  private static func expectations(_ a: [RunAnalysis], _ b: [RunAnalysis]) -> [Note] {
    func failures(_ runs: [RunAnalysis]) -> [String: (failed: Int, observed: String)] {
      var failures: [String: (failed: Int, observed: String)] = [:]
      for result in runs.flatMap({ $0.story.finished?.expectations ?? [] }) {
        var entry = failures[result.name] ?? (0, "")
        if !result.passed { entry = (entry.failed + 1, entry.failed == 0 ? result.observed : entry.observed) }
        failures[result.name] = entry
      }
      return failures
    }
    let (old, new) = (failures(a), failures(b))
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      let (was, now) = (old[name]?.failed ?? 0, new[name]?.failed ?? 0)
      if was == 0, now > 0 {
        return Note(verdict: .worse, text: "expectation '\(name)' failed: \(new[name]?.observed ?? "")")
      }
      guard was > 0, now == 0 else { return nil }
      if name == ExpectationResult.noCrash { return Note(verdict: .better, text: "the command no longer crashes") }
      return new[name] == nil
        ? Note(verdict: .changed, text: "expectation '\(name)', which failed, is gone")
        : Note(verdict: .better, text: "expectation '\(name)' is met now")
    }
  }
}

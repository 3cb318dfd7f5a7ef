internal import Conditioner
internal import Profiles

/// The steps of a run as they really were: from when to when, and under which conditions.
struct StepSpans {
  /// A step.
  struct Span: Hashable {
    let step: String
    /// What held on the interface that carried the default route; nil if that changed on the way.
    var profile: Profile?
    let from: Int64
    var to: Int64
  }

  private(set) var all: [Span] = []
  /// What holds on each interface, best first.
  private var held: [(interface: String, profile: Profile)] = []
  /// When the last change was made.
  private(set) var lastApplied: Int64

  init(_ beginning: ArraySlice<PlannedChange>, at start: Int64) {
    lastApplied = start
    for change in beginning { note(change) }
    all = [Span(step: beginning.last?.step ?? "", profile: carrier, from: start, to: start)]
  }

  /// A change was made.
  mutating func begin(_ change: PlannedChange, _ condition: AppliedCondition) {
    note(change)
    end(at: condition.began)
    lastApplied = condition.applied
    if let last = all.last, last.step == change.step {
      // A ramp or a flap: one step with many conditions.
      all[all.count - 1].profile = nil
    } else {
      all.append(Span(step: change.step, profile: carrier, from: condition.applied, to: condition.applied))
    }
  }

  /// The last step ends.
  mutating func end(at time: Int64) { all[all.count - 1].to = time }

  /// The steps in which probes can have been answered, without those at the beginning.
  var measurable: [Span] { Array(all.dropFirst().filter { $0.to - $0.from >= 1_000_000_000 }) }

  private mutating func note(_ change: PlannedChange) {
    if let index = held.firstIndex(where: { $0.interface == change.interface }) {
      held[index].profile = change.profile
    } else {
      held.append((change.interface, change.profile))
    }
  }

  private var carrier: Profile? { (held.first { $0.profile.linkState == .up } ?? held.first)?.profile }
}

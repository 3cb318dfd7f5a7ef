internal import Record

/// A transition and what can be said of it from the record.
struct ExplainedTransition: Hashable, Sendable {
  /// As it was recorded.
  let transition: Transition
  /// The event's number.
  let number: Int
  /// The step that held, as an index into the run's steps; nil if the record has no such step.
  let step: Int?
  /// Which of the run's steps led to it: the one that held, or the one before if the first sign is from then.
  var cause: Int?
  /// From when the step's conditions held until the client was told, in nanoseconds; below zero if it was told sooner.
  let sinceCondition: Int64?
  /// Whether the monitor went back to a status that it had already had since the conditions last changed.
  var isFlap: Bool
  /// Whether no condition is behind it: nothing had changed, or it went the other way than the conditions.
  var isFalse: Bool
  /// Whether it is what the step before the one that held explains, and its monitor had done nothing about that while it
  /// held: ``cause`` is that step.
  var isLate = false

  /// The monitor's first status.
  var isFirst: Bool { transition.from == "unknown" }
}

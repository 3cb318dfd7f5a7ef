/// What a monitor made of a step.
struct StepReaction: Hashable, Sendable {
  /// The monitor.
  let monitor: String
  /// The step, as an index into the run's steps.
  let step: Int
  /// The status before; nil if there was none yet.
  let before: String?
  /// The transitions that belong to the step, as indices into the run's.
  let transitions: [Int]
  /// The status at its end.
  let after: String?
}

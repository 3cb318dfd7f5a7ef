internal import Record

/// A change of conditions that a monitor should have noticed, and did not while it held.
struct MissedChange: Hashable, Sendable {
  /// The monitor.
  let monitor: String
  /// The step that changed the conditions, as an index into the run's steps.
  let step: Int
  /// Whether the network came back rather than went away.
  let isRecovery: Bool
  /// What the monitor said meanwhile; nil if nothing.
  let status: String?
  /// How long there was to notice, in nanoseconds.
  let length: Int64
  /// Whether the monitor could have noticed: one of interfaces and routes can't see packets that are lost.
  let isVisible: Bool
  /// The interface that took over, if that is what was not noticed.
  var carrier: String? = nil
}

/// Something that must come out of a run; said in a scenario's file or with `--expect`.
///
/// A step that comes in several rounds is meant in each of them, unless its name says which: `fine (round 2)`.
public enum Expectation: Hashable, Sendable {
  /// A monitor has a status at the latest so long after a step took effect (from the run's start if no step is named).
  case reaches(monitor: String, status: String, within: Duration, after: String?)
  /// A monitor has a status from when a step took effect on and keeps it for so long (to the end if nil).
  case stays(monitor: String, status: String, lasting: Duration?, after: String?)
  /// A monitor changes its status at most so often in the whole run; its first status does not count.
  case transitions(monitor: String, atMost: Int)
  /// A monitor has these statuses in this order and no others in between.
  case order(monitor: String, statuses: [String])
  /// The command under test ends with this exit status (128 + n for a signal).
  case exit(status: Int32)
  /// What the harness measured lies within bounds: nanoseconds for `rtt`, `dns` and `http`, a fraction for `loss`, bits a
  /// second for `rate`; the direction is `roundTrip`, `downlink` or `uplink`.
  case measured(quantity: String, direction: String, step: String?, bounds: ClosedRange<Double>)
}

/// The time that monitors wait by: look-ups' deadlines, repeated look-ups, settle times.
public protocol MonitorClock: Sendable {
  /// Nanoseconds from a moment that does not matter; never goes back.
  var now: Int64 { get }
  /// Calls `body` once after a delay, on a thread of the clock's choosing.
  func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> MonitorTimer
}

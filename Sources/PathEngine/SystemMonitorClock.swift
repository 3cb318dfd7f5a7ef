internal import Dispatch
internal import LinuxSystem

/// The machine's own time: CLOCK_MONOTONIC, and timers on a queue of their own.
public struct SystemMonitorClock: MonitorClock {
  private static let queue = DispatchQueue(label: "linkcond.monitor-timers")

  /// The machine's time.
  public init() {}

  /// Nanoseconds of CLOCK_MONOTONIC.
  public var now: Int64 { MonotonicClock.now() }

  /// Calls `body` on the timers' queue.
  public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> MonitorTimer {
    let timer = MonitorTimer(body)
    Self.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.nanoseconds))) { timer.fire() }
    return timer
  }
}

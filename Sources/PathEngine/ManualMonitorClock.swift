internal import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualMonitorClock: MonitorClock {
  private struct Entry {
    let due: Int64
    let number: UInt64
    let timer: MonitorTimer
  }

  private struct State {
    var now: Int64 = 0
    var scheduled: UInt64 = 0
    var entries: [Entry] = []
  }

  private let state = Mutex(State())

  /// A clock that shows 0.
  public init() {}

  /// Nanoseconds since it was made, as far as it was moved.
  public var now: Int64 { state.withLock { $0.now } }

  /// Calls `body` from the ``advance(by:)`` that reaches the time; with a delay of 0 from the next one.
  public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> MonitorTimer {
    let timer = MonitorTimer(body)
    state.withLock { state in
      state.scheduled += 1
      state.entries.append(Entry(due: state.now + max(0, delay.nanoseconds), number: state.scheduled, timer: timer))
    }
    return timer
  }

  /// Moves it on. Timers that come due happen in order, each at its own time, on the calling thread; so do those that they
  /// start, if they come due as well.
  public func advance(by duration: Duration) {
    let end = state.withLock { $0.now + max(0, duration.nanoseconds) }
    while let timer = next(until: end) { timer.fire() }
  }

  private func next(until end: Int64) -> MonitorTimer? {
    state.withLock { state in
      let due = state.entries.indices.filter { state.entries[$0].due <= end }.min {
        (state.entries[$0].due, state.entries[$0].number) < (state.entries[$1].due, state.entries[$1].number)
      }
      guard let due else {
        state.now = max(state.now, end)
        return nil
      }
      let entry = state.entries.remove(at: due)
      state.now = max(state.now, entry.due)
      return entry.timer
    }
  }
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

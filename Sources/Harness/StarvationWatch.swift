internal import LinuxSystem
internal import Record
internal import Synchronization

/// Tells whether the machine gave a run's threads their time: a thread that wants to wake every 10 ms, and how late it did.
final class StarvationWatch: Sendable {
  /// From this on a run says that it was starved.
  static let limit: Int64 = 5_000_000
  private static let period: Int64 = 10_000_000

  private struct State {
    var isOver = false
    var stalls = Stalls()
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let shared = Shared()
  private let thread: OwnThread

  /// Begins to watch.
  init() throws {
    let shared = shared
    thread = try OwnThread(name: "lc-starved") {
      Wait.wakePrecisely()
      while !shared.state.withLock({ $0.isOver }) {
        let due = MonotonicClock.now() + Self.period
        Wait.sleep(nanoseconds: Self.period)
        let woke = MonotonicClock.now()
        if woke - due > Self.limit { shared.state.withLock { $0.stalls.note(from: due, to: woke) } }
      }
    }
  }

  /// Ends watching; the longest times in which it was late by more than ``limit``, in their order, of CLOCK_MONOTONIC.
  func stop() -> [RunFinished.Stall] {
    shared.state.withLock { $0.isOver = true }
    thread.join()
    return shared.state.withLock { $0.stalls.longest }
  }

  deinit { shared.state.withLock { $0.isOver = true } }
}

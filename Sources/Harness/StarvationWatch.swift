internal import LinuxSystem
internal import Synchronization

/// Tells whether the machine gave a run's threads their time: a thread that wants to wake every 10 ms, and how late it did.
final class StarvationWatch: Sendable {
  /// From this on a run says that it was starved.
  static let limit: Int64 = 5_000_000
  private static let period: Int64 = 10_000_000

  private struct State {
    var isOver = false
    var worst: Int64 = 0
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
        let late = MonotonicClock.now() - due
        shared.state.withLock { $0.worst = max($0.worst, late) }
      }
    }
  }

  /// Ends watching; how late it woke at worst, in nanoseconds, or nil if that was within ``limit``.
  func stop() -> Int64? {
    shared.state.withLock { $0.isOver = true }
    thread.join()
    let worst = shared.state.withLock { $0.worst }
    return worst > Self.limit ? worst : nil
  }

  deinit { shared.state.withLock { $0.isOver = true } }
}

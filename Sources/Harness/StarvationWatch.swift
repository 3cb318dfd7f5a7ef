internal import LinuxSystem
internal import Record
internal import Synchronization

/// Tells whether the machine gave a run's threads their time: a thread that wants to wake every 10 ms, and how late it did.
final class StarvationWatch: Sendable {
  /// From this on a run says that it was starved.
  static let limit: Int64 = 5_000_000
  private static let period: Int64 = 10_000_000

  private final class Seen: Sendable {
    let stalls = Mutex(Stalls())
  }

  private let seen = Seen()
  private let thread: SleepingThread

  /// Begins to watch.
  init() throws {
    let seen = seen
    thread = try SleepingThread(name: "lc-starved", period: Self.period) { due, woke in
      if woke - due > Self.limit { seen.stalls.withLock { $0.note(from: due, to: woke) } }
    }
  }

  /// Ends watching; the longest times in which it was late by more than ``limit``, in their order, of CLOCK_MONOTONIC.
  func stop() -> [RunFinished.Stall] {
    thread.stop()
    return seen.stalls.withLock(\.longest)
  }
}

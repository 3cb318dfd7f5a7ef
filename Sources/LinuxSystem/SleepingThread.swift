internal import Synchronization

/// A thread that does nothing but sleep: how late it wakes tells whether the machine has time.
public final class SleepingThread: Sendable {
  private final class End: Sendable {
    let isAsked = Atomic(false)
  }

  private let end = End()
  private let thread: OwnThread

  /// Begins to sleep.
  ///
  /// - Parameters:
  ///   - name: Cut to the 15 bytes that the kernel keeps.
  ///   - period: How long it sleeps at a time, in nanoseconds.
  ///   - woke: Called on the thread each time with when it was to wake and when it did, in nanoseconds of CLOCK_MONOTONIC.
  /// - Throws: ``SystemError`` if the machine allows no more threads.
  public init(
    name: String, period: Int64, _ woke: @escaping @Sendable (_ due: Int64, _ time: Int64) -> Void
  ) throws(SystemError) {
    let end = end
    thread = try OwnThread(name: name) {
      Wait.wakePrecisely()
      while !end.isAsked.load(ordering: .acquiring) {
        let due = MonotonicClock.now() + period
        Wait.sleep(nanoseconds: period)
        woke(due, MonotonicClock.now())
      }
    }
  }

  /// Ends it; `woke` is not called after that.
  public func stop() {
    end.isAsked.store(true, ordering: .releasing)
    thread.join()
  }

  deinit { end.isAsked.store(true, ordering: .releasing) }
}

internal import CLinux
internal import Glibc

/// Waiting for descriptors with a precise end.
public enum Wait {
  /// Asks the kernel to wake the calling thread at the time asked for and not up to 50 µs later (`PR_SET_TIMERSLACK`).
  public static func wakePrecisely() { _ = lc_set_timer_slack(1) }

  /// Waits until one of the descriptors is readable or has an error. Equivalent to `ppoll(2)`.
  ///
  /// - Parameter nanoseconds: The longest wait; negative waits for ever.
  /// - Returns: for each descriptor whether it is.
  public static func readable(_ descriptors: [Int32], nanoseconds: Int64) -> [Bool] {
    var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard lc_ppoll(&polls, UInt32(polls.count), nanoseconds) > 0 else { return polls.map { _ in false } }
    return polls.map { $0.revents != 0 }
  }

  /// As ``readable(_:nanoseconds:)`` for three descriptors, without an array; whether any is.
  public static func anyReadable(_ a: Int32, _ b: Int32, _ c: Int32, nanoseconds: Int64) -> Bool {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { polls in
      polls[0] = pollfd(fd: a, events: Int16(POLLIN), revents: 0)
      polls[1] = pollfd(fd: b, events: Int16(POLLIN), revents: 0)
      polls[2] = pollfd(fd: c, events: Int16(POLLIN), revents: 0)
      return lc_ppoll(polls.baseAddress, 3, nanoseconds) > 0
    }
  }

  /// Sleeps. Equivalent to `nanosleep(2)`.
  public static func sleep(nanoseconds: Int64) { _ = lc_ppoll(nil, 0, nanoseconds) }
}

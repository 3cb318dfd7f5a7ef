internal import CLinux
internal import Glibc

/// CLOCK_MONOTONIC, in nanoseconds: the time base of every record.
public enum MonotonicClock {
  /// The time now, in nanoseconds since an arbitrary start.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How far CLOCK_REALTIME, in which the kernel stamps packets, is ahead of CLOCK_MONOTONIC, in nanoseconds.
  public static func realtimeOffset() -> Int64 { lc_realtime_offset() }
}

internal import Glibc

/// CLOCK_BOOTTIME, in nanoseconds since the machine started: it goes on while the machine sleeps.
public enum BootClock {
  /// The time now.
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

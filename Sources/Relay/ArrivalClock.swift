internal import LinuxSystem

/// Turns the kernel's receive stamps, which are in CLOCK_REALTIME, into CLOCK_MONOTONIC.
///
/// CLOCK_REALTIME can be set at any time. The difference is taken anew after 10 ms, and no frame may have arrived before
/// the last look that found nothing more to read: so a clock that is set moves no frame by more than that.
struct ArrivalClock {
  private static let refresh: Int64 = 10_000_000

  private var offset: Int64 = 0
  private var taken: Int64?

  /// Makes ``arrival(_:notBefore:now:)`` right at `now`; called for each batch.
  mutating func update(_ now: Int64, realtimeOffset: () -> Int64) {
    if let taken, now - taken < Self.refresh { return }
    offset = realtimeOffset()
    taken = now
  }

  /// When a frame arrived, in CLOCK_MONOTONIC.
  func arrival(_ stamp: Int64, notBefore earliest: Int64, now: Int64) -> Int64 {
    max(earliest, min(stamp - offset, now))
  }
}

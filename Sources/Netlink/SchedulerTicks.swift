/// The packet scheduler's clock, in which old attributes count time: one tick is 64 ns (`PSCHED_SHIFT` is 6).
enum SchedulerTicks {
  static let nanoseconds: Int64 = 64

  /// Ticks of a time, cut to 32 bits; 64-bit attributes carry the exact time where it matters.
  static func count(nanoseconds time: Int64) -> UInt32 { UInt32(clamping: time / nanoseconds) }

  /// Ticks that so many bytes take at a rate, as tc computes a buffer.
  static func count(bytes: UInt32, rateBytesPerSecond: UInt64) -> UInt32 {
    count(nanoseconds: Int64(Double(bytes) * 1e9 / Double(max(1, rateBytesPerSecond))))
  }
}

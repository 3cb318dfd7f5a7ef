/// Random numbers that are the same on any machine: Steele, Lea and Flood's SplitMix (2014), in its 64-bit form.
struct SplitMix64 {
  /// The golden ratio in 64 bits, odd.
  static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= Self.increment
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A duration within `range`, to the nanosecond.
  mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    let low = range.lowerBound.wholeNanoseconds
    let width = UInt64(max(0, range.upperBound.wholeNanoseconds - low))
    // The upper half of the product; with widths far below 2^64 no value is noticeably likelier than another.
    return .nanoseconds(low + Int64(next().multipliedFullWidth(by: width + 1).high))
  }
}

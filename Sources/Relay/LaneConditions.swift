/// What happens to the frames of one direction.
public struct LaneConditions: Hashable, Sendable {
  /// The rate of the wire in bits a second; nil is unlimited.
  public var rateBitsPerSecond: UInt64?
  /// One-way delay behind the wire, in nanoseconds.
  public var delayNanoseconds: Int64
  /// The chance to lose a frame: 0 is never, `0xFFFFFFFF` always.
  public var lossFraction: UInt32
  /// How many frames may wait for the wire or be on it; what is in the delay line does not count. Apple's has 50.
  public var queuePackets: Int

  /// Conditions; what is left out does nothing. A negative delay is none, and a queue holds at least the frame on the wire.
  public init(
    rateBitsPerSecond: UInt64? = nil, delayNanoseconds: Int64 = 0, lossFraction: UInt32 = 0, queuePackets: Int = 50
  ) {
    self.rateBitsPerSecond = rateBitsPerSecond
    self.delayNanoseconds = max(0, delayNanoseconds)
    self.lossFraction = lossFraction
    self.queuePackets = max(1, queuePackets)
  }

  /// How long a frame of so many bytes, FCS not counted, occupies the wire, in nanoseconds.
  func serialisation(bytes: Int) -> Int64 {
    guard let rate = rateBitsPerSecond, rate > 0 else { return 0 }
    return Int64(UInt64(bytes) * 8_000_000_000 / rate)
  }
}

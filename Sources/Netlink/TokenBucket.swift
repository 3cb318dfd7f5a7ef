/// The settings of a tbf qdisc.
public struct TokenBucket: Hashable, Sendable, Codable {
  /// The rate in bytes a second. Equivalent to `rate`.
  public var rateBytesPerSecond: UInt64
  /// How much may pass at once, in bytes; at least one full packet. Equivalent to `burst`.
  public var burstBytes: UInt32
  /// How much may wait, in bytes. Equivalent to `limit`.
  public var limitBytes: UInt32

  /// A bucket.
  public init(rateBytesPerSecond: UInt64, burstBytes: UInt32, limitBytes: UInt32) {
    self.rateBytesPerSecond = rateBytesPerSecond
    self.burstBytes = burstBytes
    self.limitBytes = limitBytes
  }
}

/// The settings of an htb class.
public struct RateClass: Hashable, Sendable {
  /// The rate it may always have, in bytes a second. Equivalent to `rate`.
  public var rateBytesPerSecond: UInt64
  /// The rate it may have when others leave some, in bytes a second. Equivalent to `ceil`.
  public var ceilingBytesPerSecond: UInt64
  /// How much may pass at once, in bytes. Equivalent to `burst` and `cburst`.
  public var burstBytes: UInt32
  /// How much it sends before it is another class's turn, in bytes. Always sent, so that the kernel does not warn.
  public var quantumBytes: UInt32

  /// A class whose ceiling is its rate.
  public init(rateBytesPerSecond: UInt64, burstBytes: UInt32, quantumBytes: UInt32 = 60_000) {
    self.rateBytesPerSecond = rateBytesPerSecond
    ceilingBytesPerSecond = rateBytesPerSecond
    self.burstBytes = burstBytes
    self.quantumBytes = quantumBytes
  }
}

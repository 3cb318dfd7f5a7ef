/// How much a link carries in one direction, in bits per second (1 kbit is 1000 bit).
///
/// What `tc … rate 780kbit` says. The bits are those of Ethernet frames without the frame check sequence.
public struct DataRate: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// Bits per second.
  public var bitsPerSecond: UInt64

  /// The rates that a profile may ask for: from one byte per second, the finest the kernel counts in, to 40 Gbit/s.
  public static let allowed = DataRate(bitsPerSecond: 8)...DataRate(bitsPerSecond: 40_000_000_000)

  /// A rate in bits per second.
  public init(bitsPerSecond: UInt64) {
    self.bitsPerSecond = bitsPerSecond
  }

  /// A rate in units of 1000 bit/s.
  public static func kilobits(_ count: UInt64) -> DataRate { DataRate(bitsPerSecond: count * 1_000) }

  /// A rate in units of 1 000 000 bit/s.
  public static func megabits(_ count: UInt64) -> DataRate { DataRate(bitsPerSecond: count * 1_000_000) }

  /// Reads a rate with its unit: `780 kbit/s`, `1.6 Mbit/s`. Units: bit/s, kbit/s, Mbit/s, Gbit/s, and of the
  /// powers of 1024 Kibit/s, Mibit/s, Gibit/s.
  ///
  /// - Throws: ``QuantityFault`` for a missing or unknown unit, no number, or a rate outside ``allowed``.
  public init(quantity text: String) throws(QuantityFault) {
    let bits = try Quantity.rate.parse(text)
    guard bits > 0 else {
      throw QuantityFault(text, reason: "carries nothing; leave the rate out for no limit, or use a loss of \"100 %\"")
    }
    let rate = DataRate(bitsPerSecond: bits)
    guard Self.allowed.contains(rate) else {
      throw QuantityFault(text, reason: "is out of range; a rate lies between 8 bit/s and 40 Gbit/s")
    }
    self = rate
  }

  /// Reads a rate with its unit, or gives nil; ``init(quantity:)`` says why.
  public init?(_ description: String) {
    do { self = try DataRate(quantity: description) } catch { return nil }
  }

  /// The rate with the largest fitting unit: `780 kbit/s`.
  public var description: String { Quantity.rate.text(bitsPerSecond) }

  /// Orders by bits per second.
  public static func < (a: DataRate, b: DataRate) -> Bool { a.bitsPerSecond < b.bitsPerSecond }
}

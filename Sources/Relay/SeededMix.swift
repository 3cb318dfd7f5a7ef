/// Turns numbers into one that looks drawn at random and is the same everywhere.
///
/// Each absorbed number is added and the state is stirred by two rounds of multiply and shift; the constants are odd
/// 64-bit numbers from the digits of e and the golden ratio.
public struct SeededMix: Sendable {
  /// What all numbers so far have come to.
  public private(set) var value: UInt64

  /// One number from several, another one for any other or in another order.
  public static func of(_ numbers: UInt64...) -> UInt64 {
    var mix = SeededMix(0)
    for number in numbers { mix.absorb(number) }
    return mix.value
  }

  /// Begins with a seed.
  public init(_ seed: UInt64) { value = seed }

  /// Takes a number in.
  public mutating func absorb(_ number: UInt64) {
    var x = value &+ number &+ 0x9e37_79b9_7f4a_7c15
    x = (x ^ (x >> 31)) &* 0xb7e1_5162_8aed_2a6b
    x = (x ^ (x >> 29)) &* 0x9e37_79b9_7f4a_7c15
    value = x ^ (x >> 32)
  }
}

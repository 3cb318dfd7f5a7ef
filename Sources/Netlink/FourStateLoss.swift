/// Loss by a chain of four states. Equivalent to `loss state P13 P31 P32 P23 P14`.
///
/// Fractions are 32-bit: 0 is never, `0xFFFFFFFF` always. The kernel's chain goes back to state 1 on every change.
public struct FourStateLoss: Hashable, Sendable, Codable {
  /// The chance that a burst begins.
  public var p13: UInt32
  /// The chance that a burst ends. With ``p32`` at most `0xFFFFFFFF`: the kernel adds them in 32 bits.
  public var p31: UInt32
  /// The chance of a gap within a burst.
  public var p32: UInt32
  /// The chance that the gap ends.
  public var p23: UInt32
  /// The chance of a single loss outside bursts. With ``p13`` at most `0xFFFFFFFF`.
  public var p14: UInt32

  /// A chain as given.
  public init(p13: UInt32, p31: UInt32, p32: UInt32 = 0, p23: UInt32 = .max, p14: UInt32 = 0) {
    self.p13 = p13
    self.p31 = p31
    self.p32 = p32
    self.p23 = p23
    self.p14 = p14
  }
}

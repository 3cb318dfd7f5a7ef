/// Loss in bursts: a good and a bad state, each with its own chance to lose a packet. Equivalent to `loss gemodel`.
///
/// Fractions are 32-bit: 0 is never, `0xFFFFFFFF` always. The kernel's state goes back to good on every change.
public struct GilbertElliott: Hashable, Sendable, Codable {
  /// The chance to go from good to bad. Equivalent to tc's `p`.
  public var becomesBad: UInt32
  /// The chance to go from bad to good. Equivalent to tc's `r`.
  public var becomesGood: UInt32
  /// The chance that a packet gets through in the bad state: tc is told `1-h` and sends this, `h`.
  public var passesInBad: UInt32
  /// The chance that a packet is lost in the good state. Equivalent to tc's `1-k`.
  public var lostInGood: UInt32

  /// A model that by default loses all in the bad state and nothing in the good one, as tc's does.
  public init(becomesBad: UInt32, becomesGood: UInt32, passesInBad: UInt32 = 0, lostInGood: UInt32 = 0) {
    self.becomesBad = becomesBad
    self.becomesGood = becomesGood
    self.passesInBad = passesInBad
    self.lostInGood = lostInGood
  }
}

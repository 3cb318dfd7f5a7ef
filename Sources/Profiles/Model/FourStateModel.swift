/// Loss as a Markov chain of four states. Equivalent to `loss state P13 P31 P32 P23 P14` of tc-netem(8).
///
/// State 1 passes packets, state 3 loses them in a burst, state 2 passes them within a burst, and state 4 is the loss of
/// one packet on its own. The chain begins in state 1; from state 4 it goes back to state 1 with the next packet.
public struct FourStateModel: Hashable, Sendable {
  /// The chance that a burst begins.
  public var p13: Probability
  /// The chance that a burst ends.
  public var p31: Probability
  /// The chance of a gap within a burst.
  public var p32: Probability
  /// The chance that the gap ends.
  public var p23: Probability
  /// The chance of a single loss outside bursts.
  public var p14: Probability

  /// A chain as given.
  public init(
    p13: Probability, p31: Probability, p32: Probability = .zero, p23: Probability = .one, p14: Probability = .zero
  ) {
    self.p13 = p13
    self.p31 = p31
    self.p32 = p32
    self.p23 = p23
    self.p14 = p14
  }

  /// What is lost in the long run: the share of packets that meet state 3 or 4.
  public var averageLoss: Probability {
    let (p13, p31, p32, p23, p14) = (p13.fraction, p31.fraction, p32.fraction, p23.fraction, p14.fraction)
    // Balance of flows, with state 1 as the unit: 3 ← 1 and 2, 2 ← 3, 4 ← 1, each left with the chances above.
    guard p13 > 0 else { return Probability(fraction: p14 / (1 + p14)) ?? .zero }
    // Nothing leads back from where the chain then is: from a burst, or from a gap within one.
    guard p31 > 0 else {
      if p32 == 0 { return .one }
      return p23 == 0 ? .zero : Probability(fraction: p23 / (p23 + p32)) ?? .zero
    }
    if p32 > 0, p23 == 0 { return .zero }
    let burst = p13 / p31
    let gap = p32 > 0 ? burst * p32 / p23 : 0
    return Probability(fraction: (burst + p14) / (1 + burst + gap + p14)) ?? .zero
  }
}

/// Loss with a good and a bad state, each with its own chance to lose a packet.
///
/// Equivalent to `loss gemodel P R 1-H 1-K` of tc-netem(8).
public struct GilbertElliottModel: Hashable, Sendable {
  /// The chance to go from good to bad with a packet: tc's `P`.
  public var becomesBad: Probability
  /// The chance to go from bad to good with a packet: tc's `R`.
  public var becomesGood: Probability
  /// The chance to lose a packet in the bad state: tc's `1-H`.
  public var lossInBad: Probability
  /// The chance to lose a packet in the good state: tc's `1-K`.
  public var lossInGood: Probability

  /// A model; by default everything is lost in the bad state and nothing in the good one.
  public init(
    becomesBad: Probability, becomesGood: Probability, lossInBad: Probability = .one, lossInGood: Probability = .zero
  ) {
    self.becomesBad = becomesBad
    self.becomesGood = becomesGood
    self.lossInBad = lossInBad
    self.lossInGood = lossInGood
  }

  /// What is lost in the long run. A model that never changes its state stays in the good one, where it begins.
  public var averageLoss: Probability {
    let (p, r) = (becomesBad.fraction, becomesGood.fraction)
    let bad = p + r > 0 ? p / (p + r) : 0
    return Probability(fraction: min(1, bad * lossInBad.fraction + (1 - bad) * lossInGood.fraction)) ?? .zero
  }
}

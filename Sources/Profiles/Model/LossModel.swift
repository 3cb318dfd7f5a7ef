/// How packets of one direction are lost.
public enum LossModel: Hashable, Sendable {
  /// Each packet on its own. Equivalent to `loss random` of tc-netem(8).
  case independent(Probability)
  /// In bursts, as people think of them: how much is lost in all, and how many packets in a row on average.
  ///
  /// `averageLength` is at least 1; a ratio of 1 loses everything.
  case bursts(ratio: Probability, averageLength: Double)
  /// The model of Gilbert and Elliott. Equivalent to `loss gemodel P R 1-H 1-K` of tc-netem(8).
  case gilbertElliott(GilbertElliottModel)
  /// A chain of four states. Equivalent to `loss state P13 P31 P32 P23 P14` of tc-netem(8).
  case fourState(FourStateModel)

  /// Nothing is lost.
  public static let none = LossModel.independent(.zero)
  /// Everything is lost.
  public static let total = LossModel.independent(.one)

  /// What is lost in the long run.
  public var average: Probability {
    switch self {
    case .independent(let chance): chance
    case .bursts(let ratio, _): ratio
    case .gilbertElliott(let model): model.averageLoss
    case .fourState(let model): model.averageLoss
    }
  }

  /// Bursts as the simple Gilbert model that gives them: everything is lost in the bad state, nothing in the good one.
  ///
  /// The bad state lasts 1/r packets, and a share p/(p+r) of all packets meets it. Nil where the ratio is 0 or 1, or
  /// where p would be more than 1, since then so short bursts cannot make up so much loss.
  public static func gilbert(ratio: Probability, averageLength: Double) -> GilbertElliottModel? {
    guard ratio > .zero, ratio < .one, averageLength >= 1, averageLength.isFinite else { return nil }
    let leaves = 1 / averageLength
    guard let enters = Probability(fraction: leaves * ratio.fraction / (1 - ratio.fraction)),
      let leaving = Probability(fraction: leaves)
    else { return nil }
    return GilbertElliottModel(becomesBad: enters, becomesGood: leaving)
  }
}

/// How delays differ from packet to packet.
public struct Jitter: Hashable, Sendable {
  /// How far: half the width of a uniform distribution, the standard deviation of others.
  public var deviation: Duration
  /// How often which difference.
  public var distribution: JitterDistribution
  /// How much a difference resembles the one before.
  public var correlation: Probability

  /// Jitter; uniform and without correlation unless said otherwise, as with `delay DELAY JITTER` of tc-netem(8).
  public init(deviation: Duration, distribution: JitterDistribution = .uniform, correlation: Probability = .zero) {
    self.deviation = deviation
    self.distribution = distribution
    self.correlation = correlation
  }
}

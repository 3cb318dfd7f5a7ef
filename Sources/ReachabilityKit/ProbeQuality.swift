/// When a network that answers counts as degraded, and when no more.
public struct ProbeQuality: Hashable, Sendable {
  /// How many deciding probes are looked at for losses; at least 1.
  public var lossWindow = ProbeRule.lossWindow
  /// So many of them missed are too many; at least 1.
  public var lossesToDegrade = ProbeRule.lossesToDegrade
  /// How many answered ones are looked at for slowness; at least 1.
  public var slownessWindow = ProbeRule.slownessWindow
  /// A median round trip above this is too slow.
  public var slowRoundTrip = Duration.nanoseconds(ProbeRule.slowRoundTrip)
  /// A median round trip up to this is fast enough again.
  public var goodRoundTrip = Duration.nanoseconds(ProbeRule.goodRoundTrip)

  /// 2 of 10 lost, or a median of 5 above 1.5 s until it is 1.2 s at most.
  public init() {}
}

/// Packets that overtake others. Equivalent to `reorder CHANCE gap GAP` of tc-netem(8).
public struct Reordering: Hashable, Sendable {
  /// The chance that a packet skips the delay and so overtakes those that are in it.
  public var chance: Probability
  /// Only every so many packets has that chance; at least 1.
  public var gap: Int

  /// Reordering; every packet may overtake unless a gap is given.
  public init(chance: Probability, gap: Int = 1) {
    self.chance = chance
    self.gap = gap
  }
}

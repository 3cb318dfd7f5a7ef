/// Frames that skip the delay and so overtake those in it. Equivalent to `reorder CHANCE gap GAP` of tc-netem(8), by flow.
public struct LaneReordering: Hashable, Sendable {
  /// The chance of a frame to overtake.
  public var fraction: UInt32
  /// After a frame has overtaken, so many less one frames of its flow have no chance; 1 gives each one.
  public var gap: UInt32

  /// Reordering; a gap of 0 is 1.
  public init(fraction: UInt32, gap: UInt32 = 1) {
    self.fraction = fraction
    self.gap = max(1, gap)
  }
}

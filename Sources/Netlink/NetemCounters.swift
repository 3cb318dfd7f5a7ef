internal import CNetlink

/// What a netem did, by cause, where the kernel tells: those before 2026 count all drops together and nothing else.
///
/// Equivalent to the line that `tc -s qdisc` prints beneath a netem's statistics from iproute2 of May 2026 on.
public struct NetemCounters: Hashable, Sendable {
  /// Packets that were delayed.
  public var delayed: UInt64
  /// Packets that the loss took; those that found the queue full are not among them.
  public var lost: UInt64
  /// Packets in which a bit was flipped.
  public var corrupted: UInt64
  /// Second packets that were made.
  public var duplicated: UInt64
  /// Packets that were sent ahead of others.
  public var reordered: UInt64

  /// Counters as given.
  public init(delayed: UInt64, lost: UInt64, corrupted: UInt64, duplicated: UInt64, reordered: UInt64) {
    self.delayed = delayed
    self.lost = lost
    self.corrupted = corrupted
    self.duplicated = duplicated
    self.reordered = reordered
  }

  /// From the payload of `TCA_STATS_APP` of a netem: 64-bit numbers, the sixth of which are marks of congestion, and more
  /// behind them one day. Nil if that is not what it is.
  ///
  /// - Parameter drops: What the qdisc counts of all drops, in 32 bits, a moment before: there can't be more losses.
  init?(_ payload: ArraySlice<UInt8>, drops: UInt32) {
    guard payload.count >= 48, payload.count % 8 == 0 else { return nil }
    self.init(
      delayed: payload.load(at: 0), lost: payload.load(at: 8), corrupted: payload.load(at: 16),
      duplicated: payload.load(at: 24), reordered: payload.load(at: 32))
    guard lost <= UInt64(drops) || lost > UInt64(UInt32.max) else { return nil }
  }
}

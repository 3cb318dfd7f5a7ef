/// What crossed one direction of a relay since it started.
public struct LaneCounters: Hashable, Sendable {
  /// Frames that reached it. Each of them and of ``duplicated`` is delivered, lost, dropped, a failed send, an overrun, or
  /// still in the link.
  public var offeredPackets: UInt64 = 0
  /// Their bytes, without FCS; those of frames that were never read are not known.
  public var offeredBytes: UInt64 = 0
  /// Frames that left it.
  public var deliveredPackets: UInt64 = 0
  /// Their bytes, without FCS.
  public var deliveredBytes: UInt64 = 0
  /// Frames that the profile's loss took.
  public var lostByCondition: UInt64 = 0
  /// Frames that found the queue full, or that it dropped to make room for others.
  public var droppedByQueue: UInt64 = 0
  /// Second frames that the profile's duplication made.
  public var duplicated: UInt64 = 0
  /// Frames that got a due time before that of a frame ahead of them, as the profile's jitter or reordering allows.
  public var reordered: UInt64 = 0
  /// Frames with a bit flipped by the profile's corruption.
  public var corrupted: UInt64 = 0
  /// Frames that could not be sent because the interface was down or gone.
  public var failedSends: UInt64 = 0
  /// Frames that the relay could not read in time, found no memory for, or that were longer than a frame may be: never
  /// asked for by a profile.
  public var overruns: UInt64 = 0
  /// Frames that are in the link now.
  public var inLink: UInt64 = 0
  /// The latest that any frame left after it was due, in nanoseconds.
  public var maxLatenessNanoseconds: Int64 = 0
  /// All lateness together, in nanoseconds; divided by ``deliveredPackets`` it is the mean.
  public var totalLatenessNanoseconds: Int64 = 0
}

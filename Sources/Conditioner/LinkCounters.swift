/// What crossed a lab's link, by direction.
public struct LinkCounters: Hashable, Sendable {
  /// One direction.
  public struct Lane: Hashable, Sendable {
    /// Frames that reached the link.
    public var offeredPackets: UInt64 = 0
    /// Bytes of these frames, without FCS.
    public var offeredBytes: UInt64 = 0
    /// Frames that left it.
    public var deliveredPackets: UInt64 = 0
    /// Bytes of these frames, without FCS.
    public var deliveredBytes: UInt64 = 0
    /// Frames in the link now: delayed, on the wire or in its queue.
    public var waitingPackets: UInt64 = 0
    /// Frames that the profile's loss took; nil where the engine cannot tell them from the queue's: kernels before 2026 count
    /// both together, and a profile has both.
    public var lostByCondition: UInt64?
    /// Frames that found the queue full, or all drops where ``lostByCondition`` is nil.
    public var droppedByQueue: UInt64 = 0
    /// Second frames that the profile's duplication made; with kernels before 2026 those that are more than what came, of
    /// which some may be missing while frames flow.
    public var duplicated: UInt64?
    /// Frames due before one that came ahead of them, as the profile's jitter or reordering allows; nil where the engine
    /// cannot know.
    public var reordered: UInt64?
    /// Frames in which the profile's corruption flipped a bit; nil where the engine cannot know, as with kernels before 2026.
    public var corrupted: UInt64?
    /// Frames that no profile asked to lose: not read in time, without memory, or refused by the interface, as when it is
    /// down; nil where the engine cannot know.
    public var lostByEngine: UInt64?
    /// The latest any frame left after it was due, in nanoseconds; nil where the engine cannot know.
    public var maxLatenessNanoseconds: Int64?
    /// How late frames left after they were due on average, in nanoseconds; nil where the engine cannot know.
    public var meanLatenessNanoseconds: Int64?
  }

  /// Towards the client.
  public var downlink = Lane()
  /// From the client.
  public var uplink = Lane()
}

/// What crossed one direction of an interface's link during the run.
public struct LaneCount: Codable, Hashable, Sendable {
  /// The client's interface.
  public var interface: String
  /// `downlink` or `uplink`.
  public var direction: String
  /// Packets that reached the link.
  public var offeredPackets: UInt64
  /// Their bytes.
  public var offeredBytes: UInt64
  /// Packets that left it.
  public var deliveredPackets: UInt64
  /// Their bytes.
  public var deliveredBytes: UInt64
  /// Packets lost because the profile says so; absent where the engine counts all drops together.
  public var lostByCondition: UInt64?
  /// Packets that found the queue full; with the kernel engine all drops.
  public var droppedByQueue: UInt64
  /// Second packets that the profile's duplication made; absent where the engine can't know.
  public var duplicated: UInt64?
  /// Packets that left behind one that came after them; absent where the engine can't know.
  public var reordered: UInt64?
  /// Packets in which the profile's corruption flipped a bit; absent where the engine can't know.
  public var corrupted: UInt64?
  /// Packets that no profile asked to lose; absent where the engine can't know.
  public var lostByEngine: UInt64?
  /// How late packets left after they were due on average, in nanoseconds; absent where the engine can't know.
  public var meanLateness: Int64?
  /// The latest any packet left after it was due, in nanoseconds; absent where the engine can't know.
  public var lateness: Int64?

  /// Counts as given.
  public init(
    interface: String, direction: String, offeredPackets: UInt64, offeredBytes: UInt64, deliveredPackets: UInt64,
    deliveredBytes: UInt64, lostByCondition: UInt64?, droppedByQueue: UInt64, lateness: Int64?,
    meanLateness: Int64? = nil, duplicated: UInt64? = nil, reordered: UInt64? = nil, corrupted: UInt64? = nil,
    lostByEngine: UInt64? = nil
  ) {
    self.interface = interface
    self.direction = direction
    self.offeredPackets = offeredPackets
    self.offeredBytes = offeredBytes
    self.deliveredPackets = deliveredPackets
    self.deliveredBytes = deliveredBytes
    self.lostByCondition = lostByCondition
    self.droppedByQueue = droppedByQueue
    self.lateness = lateness
    self.meanLateness = meanLateness
    self.duplicated = duplicated
    self.reordered = reordered
    self.corrupted = corrupted
    self.lostByEngine = lostByEngine
  }
}

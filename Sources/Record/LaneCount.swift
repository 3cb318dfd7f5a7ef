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
  /// The latest any packet left after it was due, in nanoseconds; absent where the engine can't know.
  public var lateness: Int64?

  /// Counts as given.
  public init(
    interface: String, direction: String, offeredPackets: UInt64, offeredBytes: UInt64, deliveredPackets: UInt64,
    deliveredBytes: UInt64, lostByCondition: UInt64?, droppedByQueue: UInt64, lateness: Int64?
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
  }
}

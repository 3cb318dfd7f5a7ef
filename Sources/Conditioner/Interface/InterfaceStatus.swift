/// What linkcond wrote down of an interface, and what the kernel says of it now.
public struct InterfaceStatus: Hashable, Sendable {
  /// A qdisc of linkcond's with what went through it.
  public struct Lane: Hashable, Sendable {
    /// `downlink`, `uplink` or `DNS delay`.
    public let purpose: String
    /// The interface that it stands on: the conditioned one, or an ifb beside it.
    public let interface: String
    /// What the kernel holds, in tc's words; nil where it is gone.
    public let settings: String?
    /// Frames that reached it.
    public let offeredPackets: UInt64
    /// Frames that left it.
    public let deliveredPackets: UInt64
    /// Bytes of these frames, without FCS.
    public let deliveredBytes: UInt64
    /// Frames dropped, by loss or because the queue was full: kernels before 2026 count them together.
    public let droppedPackets: UInt64
    /// Those of them that the loss took; nil where the kernel does not tell, and of other kinds than netem.
    public let lostPackets: UInt64?
    /// Second frames that the duplication made; nil as before.
    public let duplicatedPackets: UInt64?
    /// Frames in which a bit was flipped; nil as before.
    public let corruptedPackets: UInt64?
    /// Frames that netem sent ahead of others.
    public let reorderedPackets: UInt64
    /// Frames in it now.
    public let waitingPackets: UInt64
    /// Their bytes, without FCS.
    public let waitingBytes: UInt64
    /// How often the rate held frames back (`overlimits`); nil of netem, which does not count that.
    public let heldBack: UInt64?
  }

  /// A qdisc on the interface, linkcond's or not.
  public struct Listed: Hashable, Sendable {
    /// Its kind.
    public let kind: String
    /// Its handle, as tc prints it.
    public let handle: String
    /// Whether linkcond put it there.
    public let isOwn: Bool
  }

  /// How far `apply` came.
  public enum Progress: String, Hashable, Sendable {
    /// All was done and read back.
    case done
    /// It is at work.
    case underWay
    /// It was killed before it was done.
    case killed
  }

  /// What was written down.
  public let state: InterfaceState
  /// How far it came.
  public let progress: Progress
  /// Why nothing can be read: the interface or its namespace is gone, or may not be entered; nil if it was read.
  public let unreadable: String?
  /// What is not as linkcond left it: someone else changed it. Empty if all is as it was, and of what is
  /// not all done.
  public let differences: [String]
  /// What a watchdog saw of such changes, with their times.
  public let changesSeen: [String]
  /// Each direction's qdisc.
  public let lanes: [Lane]
  /// All qdiscs of the interface.
  public let qdiscs: [Listed]

  /// Whether everything is as linkcond left it.
  public var isAsApplied: Bool { progress == .done && unreadable == nil && differences.isEmpty }
}

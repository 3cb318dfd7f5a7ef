internal import Netlink

/// What a netem of the kernel engine counted, as far as this kernel tells causes apart.
struct KernelCount: Hashable, Sendable {
  let deliveredPackets: UInt64
  let deliveredBytes: UInt64
  /// Packets in it now.
  private(set) var waiting: UInt64
  /// Lost by the conditions; nil where that can't be told from a full queue.
  private(set) var lost: UInt64?
  /// All other drops.
  private(set) var dropped: UInt64
  /// nil where the kernel does not count it.
  private(set) var duplicated: UInt64?
  private(set) var reordered: UInt64
  /// nil where the kernel does not count it.
  private(set) var corrupted: UInt64?

  /// - Parameter account: Whose the drops are by the conditions that held, where the kernel has one count for all.
  init(_ statistics: QdiscFacts.Statistics, _ account: DropAccount) {
    deliveredPackets = statistics.packets
    deliveredBytes = statistics.bytes
    waiting = UInt64(statistics.backlogPackets)
    if let netem = statistics.netem {
      lost = netem.lost
      // 32 bits that may have wrapped around.
      dropped = UInt64(statistics.drops &- UInt32(truncatingIfNeeded: netem.lost))
    } else {
      lost = account.lost
      dropped = account.others
    }
    duplicated = statistics.netem?.duplicated
    // Kernels that do not tell count what they send ahead of others as put back.
    reordered = statistics.netem?.reordered ?? UInt64(statistics.requeues)
    corrupted = statistics.netem?.corrupted
  }

  /// In the words of a lab.
  ///
  /// - Parameter offered: What came into the link.
  func lane(offered: (packets: UInt64, bytes: UInt64)) -> LinkCounters.Lane {
    var lane = LinkCounters.Lane()
    lane.offeredPackets = offered.packets
    lane.offeredBytes = offered.bytes
    lane.deliveredPackets = deliveredPackets
    lane.deliveredBytes = deliveredBytes
    lane.waitingPackets = waiting
    lane.lostByCondition = lost
    lane.droppedByQueue = dropped
    // Where the kernel does not count them, what is more than what came must be second ones.
    let accounted = deliveredPackets + waiting + dropped + (lost ?? 0)
    lane.duplicated = duplicated ?? (accounted > offered.packets ? accounted - offered.packets : 0)
    lane.reordered = reordered
    lane.corrupted = corrupted
    return lane
  }

  /// This one with what a netem in front of it did; what it delivered is what this one got.
  func together(with other: KernelCount) -> KernelCount {
    func sum(_ a: UInt64?, _ b: UInt64?) -> UInt64? { if let a, let b { a + b } else { nil } }
    let losses = sum(lost, other.lost)
    // Where one of them can't tell, what the other lost is one of the drops of both.
    let untold = losses == nil ? (lost ?? 0) + (other.lost ?? 0) : 0
    var all = self
    all.waiting += other.waiting
    all.lost = losses
    all.dropped += other.dropped + untold
    all.duplicated = sum(duplicated, other.duplicated)
    all.reordered += other.reordered
    all.corrupted = sum(corrupted, other.corrupted)
    return all
  }
}

internal import Netlink

/// What a netem of the kernel engine counted, as far as this kernel tells causes apart.
struct KernelCount: Hashable, Sendable {
  let deliveredPackets: UInt64
  let deliveredBytes: UInt64
  /// Packets in it now.
  let waiting: UInt64
  /// Lost by the conditions; nil where that can't be told from a full queue.
  let lost: UInt64?
  /// All other drops.
  let dropped: UInt64
  /// nil where the kernel does not count it.
  let duplicated: UInt64?
  let reordered: UInt64
  /// nil where the kernel does not count it.
  let corrupted: UInt64?

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

  private init(
    deliveredPackets: UInt64, deliveredBytes: UInt64, waiting: UInt64, lost: UInt64?, dropped: UInt64,
    duplicated: UInt64?, reordered: UInt64, corrupted: UInt64?
  ) {
    self.deliveredPackets = deliveredPackets
    self.deliveredBytes = deliveredBytes
    self.waiting = waiting
    self.lost = lost
    self.dropped = dropped
    self.duplicated = duplicated
    self.reordered = reordered
    self.corrupted = corrupted
  }

  /// This one with what a netem in front of it did; what it delivered is what this one got.
  func together(with other: KernelCount) -> KernelCount {
    func sum(_ a: UInt64?, _ b: UInt64?) -> UInt64? { if let a, let b { a + b } else { nil } }
    let losses = sum(lost, other.lost)
    // Where one of them can't tell, what the other lost is one of the drops of both.
    let untold = losses == nil ? (lost ?? 0) + (other.lost ?? 0) : 0
    return KernelCount(
      deliveredPackets: deliveredPackets, deliveredBytes: deliveredBytes, waiting: waiting + other.waiting,
      lost: losses, dropped: dropped + other.dropped + untold, duplicated: sum(duplicated, other.duplicated),
      reordered: reordered + other.reordered, corrupted: sum(corrupted, other.corrupted))
  }
}

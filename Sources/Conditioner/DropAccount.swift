internal import Netlink

/// Whose drops a netem's are: it counts those of its loss and those of its full queue together.
///
/// Under settings without loss they are the queue's; without a rate nothing waits, and they are the loss's. Under
/// settings with both nobody can tell.
struct DropAccount: Hashable, Sendable {
  /// Lost by the conditions; nil once there were drops that may have been either.
  private(set) var lost: UInt64? = 0
  /// All others.
  private(set) var others: UInt64 = 0
  private var counted: UInt32 = 0

  /// Takes in the kernel's count, of which what is new came under `netem`. The count may wrap around.
  mutating func take(_ drops: UInt32, under netem: Netem) {
    let new = UInt64(drops &- counted)
    counted = drops
    guard new > 0 else { return }
    let loses = netem.lossFraction > 0 || netem.burstLoss != nil || netem.stateLoss != nil
    let queues = netem.rateBytesPerSecond != KernelPlan.openRate && netem.rateBytesPerSecond != 0
    // What is all lost never comes to the queue.
    if loses, !queues || netem.lossFraction == .max {
      lost = lost.map { $0 + new }
      if lost == nil { others += new }
    } else {
      if loses {
        others += lost ?? 0
        lost = nil
      }
      others += new
    }
  }
}

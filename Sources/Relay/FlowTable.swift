internal import Glibc

/// How many frames of each flow have passed in one direction.
///
/// One block of memory that never grows, so that no frame waits for a larger one and a port scan can't fill the memory:
/// flows beyond the first 65 536 share one count.
struct FlowTable: ~Copyable {
  static let mostFlows = 65_536
  /// Twice the flows, so that a search ends after a step or two.
  private static let slots = 131_072

  private struct Slot {
    /// 0 is empty.
    var flow: UInt64
    var count: UInt64
  }

  private let table: UnsafeMutablePointer<Slot>
  private var flows = 0
  private var shared: UInt64 = 0

  init() {
    // Zeroed pages of the kernel: a lab with ten flows touches ten of them. Like Swift's own allocation, this ends the
    // process where there is no memory.
    guard let memory = calloc(Self.slots, MemoryLayout<Slot>.stride) else { preconditionFailure("out of memory") }
    table = memory.bindMemory(to: Slot.self, capacity: Self.slots)
  }

  /// The index of a flow's next frame, counted from 0.
  mutating func nextIndex(_ hash: UInt64) -> UInt64 {
    let flow = max(hash, 1)
    var slot = Int(truncatingIfNeeded: flow) & (Self.slots - 1)
    while table[slot].flow != flow {
      if table[slot].flow == 0 {
        guard flows < Self.mostFlows else {
          shared += 1
          return shared - 1
        }
        flows += 1
        table[slot].flow = flow
        break
      }
      slot = (slot + 1) & (Self.slots - 1)
    }
    table[slot].count += 1
    return table[slot].count - 1
  }

  deinit { free(table) }
}

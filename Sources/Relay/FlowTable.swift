internal import Glibc

/// How many frames of each flow have passed in one direction, and what else is remembered of it.
///
/// One block of memory that never grows, so that no frame waits for a larger one and a port scan can't fill the memory:
/// flows beyond the first 65 536 share one state.
struct FlowTable: ~Copyable {
  static let mostFlows = 65_536
  /// Twice the flows, so that a search ends after a step or two.
  private static let slots = 131_072

  /// One more than the slots: the last is the shared one.
  private let table: UnsafeMutablePointer<FlowState>
  private var flows = 0

  init() {
    // Zeroed pages of the kernel: a lab with ten flows touches ten of them. Like Swift's own allocation, this ends the
    // process where there is no memory. All-zero bytes are a state without a flow, in its first step.
    guard let memory = calloc(Self.slots + 1, MemoryLayout<FlowState>.stride) else {
      preconditionFailure("out of memory")
    }
    table = memory.bindMemory(to: FlowState.self, capacity: Self.slots + 1)
  }

  /// The state of a frame's flow, its frame counted; it stays where it is as long as the table.
  mutating func next(_ hash: UInt64) -> UnsafeMutablePointer<FlowState> {
    let flow = max(hash, 1)
    var slot = Int(truncatingIfNeeded: flow) & (Self.slots - 1)
    while table[slot].flow != flow {
      if table[slot].flow == 0 {
        guard flows < Self.mostFlows else {
          table[Self.slots].count += 1
          return table + Self.slots
        }
        flows += 1
        table[slot].flow = flow
        break
      }
      slot = (slot + 1) & (Self.slots - 1)
    }
    table[slot].count += 1
    return table + slot
  }

  deinit { free(table) }
}

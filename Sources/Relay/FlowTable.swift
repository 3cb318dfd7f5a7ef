/// How many frames of each flow have passed in one direction.
///
/// Bounded: flows beyond the first 65 536 share one count, so that a port scan can't fill the memory.
struct FlowTable {
  private var counts: [UInt64: UInt64] = [:]
  private var shared: UInt64 = 0
  private static let most = 65_536

  init() { counts.reserveCapacity(1024) }

  /// The index of a flow's next frame, counted from 0.
  mutating func nextIndex(_ flow: UInt64) -> UInt64 {
    if let index = counts[flow] {
      counts[flow] = index + 1
      return index
    }
    guard counts.count < Self.most else {
      shared += 1
      return shared - 1
    }
    counts[flow] = 1
    return 0
  }
}

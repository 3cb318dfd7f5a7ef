internal import LinuxSystem

/// Frames that need not leave in the order in which they came: the one that is due first is found in O(log n).
///
/// A binary heap in one block with room for every frame that a direction may have.
struct FrameHeap: ~Copyable {
  private static let capacity = FrameBounds.most.short + FrameBounds.most.long + 2 * PacketSocket.batch

  private let memory = MappedMemory(bytes: Self.capacity * MemoryLayout<FrameInLink>.stride)
  private let entries: UnsafeMutablePointer<FrameInLink>
  private(set) var count = 0

  init() { entries = memory.base.bindMemory(to: FrameInLink.self, capacity: Self.capacity) }

  var first: FrameInLink? { count == 0 ? nil : entries[0] }

  mutating func insert(_ entry: FrameInLink) {
    precondition(count < Self.capacity, "more frames than the pool has")
    var place = count
    count += 1
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry.leavesBefore(entries[parent]) else { break }
      entries[place] = entries[parent]
      place = parent
    }
    entries[place] = entry
  }

  mutating func removeFirst() {
    guard count > 0 else { return }
    count -= 1
    let entry = entries[count]
    var place = 0
    while true {
      var child = place * 2 + 1
      guard child < count else { break }
      if child + 1 < count, entries[child + 1].leavesBefore(entries[child]) { child += 1 }
      guard entries[child].leavesBefore(entry) else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = entry
  }
}

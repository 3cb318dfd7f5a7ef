import Testing

@testable import Relay

@Suite("Parts of the relay")
struct RelayPartsTests {
  @Test("a ring keeps its order while it grows and wraps")
  func ring() {
    var ring = Ring<Int>()
    var next = 0
    var expected = 0
    for round in 1...200 {
      for _ in 0..<round {
        ring.append(next)
        next += 1
      }
      let last = ring.last
      #expect(last == next - 1)
      for _ in 0..<(round / 2) {
        let first = ring.first
        #expect(first == expected)
        ring.removeFirst()
        expected += 1
      }
    }
    let (count, second, none) = (ring.count, ring[1], ring[-1])
    #expect(count == next - expected)
    #expect(second == expected + 1)
    #expect(none == nil)
    ring.removeFirst(count)
    let (first, zeroth, last) = (ring.first, ring[0], ring.last)
    #expect(first == nil)
    #expect(zeroth == nil)
    #expect(last == nil)
  }

  @Test("the heap gives the frame that is due first, and of two at once the one that came first")
  func heap() {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { memory.deallocate() }
    var heap = FrameHeap()
    var mix = SeededMix(5)
    var expected: [(due: Int64, order: UInt64)] = []
    var got: [(due: Int64, order: UInt64)] = []
    for order in 0..<3000 as Range<UInt64> {
      mix.absorb(order)
      // 100 different times for 3000 frames: many at once.
      let frame = FrameInLink(due: Int64(mix.value % 100), order: order, frame: memory, length: 60)
      heap.insert(frame)
      expected.append((frame.due, frame.order))
      // Half of them leave in between, and those that come later can't be before them any more.
      if order % 2 == 1, let first = heap.first {
        let earliest = expected.min { $0 < $1 }
        #expect(earliest.map { $0 == (first.due, first.order) } == true)
        expected.removeAll { $0 == (first.due, first.order) }
        heap.removeFirst()
      }
    }
    while let first = heap.first {
      got.append((first.due, first.order))
      heap.removeFirst()
    }
    expected.sort { $0 < $1 }
    #expect(got.map(\.order) == expected.map(\.order))
    #expect(got.count == 1500)
  }

  @Test("the pool ends at its bounds, apart for short and long frames, and gives places out again")
  func pool() {
    var pool = FramePool(FrameBounds(short: 3000, long: 700))
    for (length, most) in [(256, 3000), (257, 700)] as [(Int32, Int)] {
      var taken: [UnsafeMutablePointer<UInt8>] = []
      while let frame = pool.take(for: length) { taken.append(frame) }
      #expect(taken.count == most)
      // No place reaches into the next one.
      let places = taken.map { UInt(bitPattern: $0) }.sorted()
      let room = UInt(length <= 256 ? 256 : FramePool.frameCapacity)
      #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= room })
      pool.give(taken[17], length: length)
      let again = pool.take(for: length)
      #expect(again == taken[17])
      let beyond = pool.take(for: length)
      #expect(beyond == nil)
    }
    // 3000 of 256 bytes and 700 of 2048 in blocks of 512 KiB: 2 and 3.
    let bytes = pool.bytes
    #expect(bytes == 5 << 19)
    // Fewer are never allowed for, more are.
    pool.allow(FrameBounds(short: 1, long: 701))
    let (short, first, second) = (pool.take(for: 60), pool.take(for: 1514), pool.take(for: 1514))
    #expect(short == nil && first != nil && second == nil)
  }

  @Test("each flow has its own count, and one too many shares one")
  func flows() {
    var table = FlowTable()
    func indices(_ table: inout FlowTable, _ flows: UInt64...) -> [UInt64] {
      var result: [UInt64] = []
      for flow in flows { result.append(table.next(flow).pointee.count - 1) }
      return result
    }
    let two = indices(&table, 0, 5, 0, 5)
    #expect(two == [0, 0, 1, 1])
    // Keys that fall on the same place in the table.
    let clash: UInt64 = 5 + 131_072
    let clashing = indices(&table, clash, clash, 5)
    #expect(clashing == [0, 1, 2])
    var firsts = 0
    for flow in 1000..<UInt64(1000 + FlowTable.mostFlows - 3) where table.next(flow).pointee.count == 1 {
      firsts += 1
    }
    #expect(firsts == FlowTable.mostFlows - 3)
    let tooMany = indices(&table, 900_000, 900_001, 900_000, 5)
    #expect(tooMany == [0, 1, 2, 3])
  }

  @Test("a frame without room is tried again for a second; then it and what follows is let go until one goes")
  func retry() {
    var retry = SendRetry()
    let first = retry.refused(at: 0)
    #expect(first)
    #expect(retry.at == 50_000)
    let seldomer = retry.refused(at: 8_000_000)
    #expect(seldomer && retry.at == 8_500_000)
    let seldom = retry.refused(at: 160_000_000)
    #expect(seldom && retry.at == 161_000_000)
    let answers = [999_999_999, 1_000_000_000, 1_000_000_001].map { retry.refused(at: $0) }
    #expect(answers == [true, false, false])
    retry.sent()
    let afterwards = retry.refused(at: 2_000_000_000)
    #expect(afterwards)
  }

  @Test("a clock that is set moves no arrival out of what is possible")
  func arrivals() {
    var clock = ArrivalClock()
    clock.update(1_000_000) { 5_000_000_000 }
    #expect(clock.arrival(5_000_900_000, notBefore: 800_000, now: 1_000_000) == 900_000)
    // Set back by an hour, set ahead by one, and no stamp.
    #expect(clock.arrival(5_000_900_000 - 3_600_000_000_000, notBefore: 800_000, now: 1_000_000) == 800_000)
    #expect(clock.arrival(5_000_900_000 + 3_600_000_000_000, notBefore: 800_000, now: 1_000_000) == 1_000_000)
    #expect(clock.arrival(0, notBefore: 800_000, now: 1_000_000) == 800_000)
    clock.update(2_000_000) { 7_000_000_000 }  // too soon to look again
    #expect(clock.arrival(5_001_950_000, notBefore: 1_900_000, now: 2_000_000) == 1_950_000)
    clock.update(11_000_000) { 7_000_000_000 }
    #expect(clock.arrival(7_010_900_000, notBefore: 10_800_000, now: 11_000_000) == 10_900_000)
  }
}

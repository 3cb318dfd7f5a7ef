import Testing

@testable import Relay

@Suite("What a lane does to frames")
struct LaneEffectsTests {
  private static let millisecond: Int64 = 1_000_000
  private static let tenPercent: UInt32 = 429_496_730

  @Test("a duplicated frame arrives twice, whole, one right behind the other, and nothing is lost of its memory")
  func duplicates() {
    let probe = LaneProbe(LaneConditions(delayNanoseconds: 5, duplicateFraction: Self.tenPercent))
    let room = probe.freeFrames()
    for index in 0..<10_000 { probe.offer(at: Int64(index)) }
    let numbers = probe.drain().map(\.number)
    let twice = numbers.count - 10_000
    // The 99.9 % interval of 10 % of 10 000.
    #expect((903...1100).contains(twice))
    #expect(numbers == numbers.sorted() && Set(numbers).count == 10_000)
    let counters = probe.counters
    #expect(counters.duplicated == UInt64(twice))
    #expect(counters.deliveredPackets == counters.offeredPackets + counters.duplicated)
    #expect(probe.freeFrames() == room)
  }

  @Test("both of two frames use the wire, and each finds its own place in the queue")
  func duplicateOnWire() {
    // 1250 bytes at 10 Mbit/s: 1 ms each.
    let probe = LaneProbe(
      LaneConditions(rateBitsPerSecond: 10_000_000, duplicateFraction: .max, queue: LaneQueue(.packets(3))))
    #expect([probe.offer(length: 1250), probe.offer(length: 1250), probe.offer(length: 1250)] == [true, true, false])
    let exits = probe.drain()
    #expect(exits.map(\.number) == [0, 0, 1])
    #expect(exits.map(\.due) == [Self.millisecond, 2 * Self.millisecond, 3 * Self.millisecond])
    let counters = probe.counters
    #expect(counters.duplicated == 3)
    #expect(counters.droppedByQueue == 3)
    #expect(counters.offeredPackets + counters.duplicated == counters.deliveredPackets + counters.droppedByQueue)
  }

  @Test("a corrupted frame has one bit flipped, anywhere behind the Ethernet header")
  func corruption() {
    let probe = LaneProbe(LaneConditions(corruptFraction: Self.tenPercent))
    for index in 0..<10_000 { probe.offer(at: Int64(index), number: 0) }
    var places = Set<Int>()
    var corrupted = 0
    for exit in probe.drain() {
      let flipped = exit.bytes.enumerated().filter { $1 != 0 }
      guard let first = flipped.first else { continue }
      #expect(flipped.count == 1 && first.element.nonzeroBitCount == 1)
      places.insert(first.offset)
      corrupted += 1
    }
    #expect((903...1100).contains(corrupted))
    #expect(probe.counters.corrupted == UInt64(corrupted))
    // All 84 bytes get their share of a thousand flips: that one has none is as likely as 84 × e^-11.
    #expect(places == Set(14..<98))
    let short = LaneProbe(LaneConditions(corruptFraction: .max))
    short.offer(length: 14)
    #expect(short.drain().first?.bytes.allSatisfy { $0 == 0 } == true)
    #expect(short.counters.corrupted == 0)
  }

  @Test("a frame that overtakes skips the delay; the others keep their order")
  func reordering() {
    let probe = LaneProbe(
      LaneConditions(
        delayNanoseconds: 50 * Self.millisecond, reordering: LaneReordering(fraction: Self.tenPercent)))
    for index in 0..<10_000 { probe.offer(at: Int64(index) * Self.millisecond) }
    let exits = probe.drain()
    let early = exits.filter { $0.due == Int64($0.number) * Self.millisecond }
    let late = exits.filter { $0.due == (Int64($0.number) + 50) * Self.millisecond }
    #expect(early.count + late.count == 10_000)
    #expect((903...1100).contains(early.count))
    #expect(late.map(\.number) == late.map(\.number).sorted())
    // The first may be early without anyone to overtake.
    #expect((early.count - 1...early.count).contains(Int(probe.counters.reordered)))
  }

  @Test("with a gap only every so many frames of a flow overtakes, whatever else passes")
  func gap() {
    let probe = LaneProbe(
      LaneConditions(delayNanoseconds: 50 * Self.millisecond, reordering: LaneReordering(fraction: .max, gap: 5)))
    for index in 0..<100 {
      probe.offer(at: Int64(index), number: index)
      probe.offer(at: Int64(index), flow: 8, number: 1000 + index)
    }
    let early = probe.drain(until: Self.millisecond).map(\.number)
    #expect(early.filter { $0 < 1000 } == Array(stride(from: 4, to: 100, by: 5)))
    #expect(early.filter { $0 >= 1000 } == Array(stride(from: 1004, to: 1100, by: 5)))
  }

  @Test("a wire is not overtaken: early frames still take their time on it")
  func reorderingOnWire() {
    // 1250 bytes at 10 Mbit/s: 1 ms each.
    let probe = LaneProbe(
      LaneConditions(
        rateBitsPerSecond: 10_000_000, delayNanoseconds: 50 * Self.millisecond,
        reordering: LaneReordering(fraction: .max)))
    for _ in 0..<5 { probe.offer(length: 1250) }
    #expect(probe.drain().map(\.due) == (1...5).map { $0 * Self.millisecond })
  }

  @Test("with head drop the oldest that waits makes room, and the newest gets through")
  func headDrop() {
    let probe = LaneProbe(
      LaneConditions(
        rateBitsPerSecond: 10_000_000, delayNanoseconds: 5 * Self.millisecond,
        queue: LaneQueue(.packets(3), dropsHead: true)))
    let room = probe.freeFrames()
    for _ in 0..<10 { #expect(probe.offer(length: 1250)) }
    #expect(probe.framesInLink == 3)
    // The next frame's time on the wire begins when the first one's ends.
    #expect(probe.nextEvent == Self.millisecond)
    let exits = probe.drain(until: 100 * Self.millisecond)
    // The first is on the wire and stays; of the others the last two are left, with no hole on the wire.
    #expect(exits.map(\.number) == [0, 8, 9])
    #expect(exits.map(\.due) == [6 * Self.millisecond, 7 * Self.millisecond, 8 * Self.millisecond])
    #expect(probe.counters.droppedByQueue == 7)
    #expect(probe.freeFrames() == room)
  }

  @Test("head drop by bytes drops as many as the new frame needs; one that never fits is dropped itself")
  func headDropBytes() {
    let probe = LaneProbe(
      LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.bytes(3000), dropsHead: true)))
    // One on the wire, then 500 + 500 + 500 waiting: 2500 of 3000.
    for length in [1000, 500, 500, 500] { probe.offer(length: length) }
    #expect(probe.offer(length: 1250))
    #expect(probe.counters.droppedByQueue == 2)
    #expect(!probe.offer(length: 2048))
    // The waiting ones were dropped in vain, as the one on the wire can't be.
    #expect(probe.drain().map(\.number) == [0])
  }

  @Test("a change from head drop keeps what waits, at the times of the old wire")
  func headDropChange() {
    let probe = LaneProbe(
      LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.packets(5), dropsHead: true)))
    for _ in 0..<4 { probe.offer(length: 1250) }
    probe.apply(LaneConditions(), at: 1)
    probe.offer(at: 2)
    let exits = probe.drain()
    #expect(exits.map(\.number) == [0, 1, 2, 3, 4])
    #expect(exits.map(\.due) == [1, 2, 3, 4, 4].map { $0 * Self.millisecond })
  }

  @Test("frames that conditions are not for pass at once, but not before those in the link that conditions were for")
  func unimpaired() {
    let probe = LaneProbe(LaneConditions(delayNanoseconds: 100, loss: .total))
    #expect(!probe.offer(at: 0))
    #expect(probe.offer(at: 5, isConditioned: false))
    #expect(probe.drain(until: 5).map(\.number) == [1])
    probe.apply(LaneConditions(delayNanoseconds: 100), at: 10)
    probe.offer(at: 10)
    probe.apply(LaneConditions(delayNanoseconds: 50), at: 20)
    probe.offer(at: 20, isConditioned: false)
    probe.offer(at: 120, isConditioned: false)
    #expect(probe.drain().map { [$0.number, Int($0.due)] } == [[2, 110], [3, 110], [4, 120]])
    #expect(probe.counters.offeredPackets == 5)
    #expect(probe.counters.deliveredPackets == 4)
  }

  @Test("a family's frames are told by their EtherType")
  func family() {
    func holds(_ family: RelayFamily, _ frame: [UInt8]) -> Bool { frame.withUnsafeBytes { family.holds($0) } }
    let (fourth, sixth) = (TestFrame.ipv4(TestFrame.udp, 1, 2), TestFrame.ipv6(TestFrame.udp, 1, 2))
    #expect(holds(.any, fourth) && holds(.any, sixth) && holds(.any, TestFrame.arp()) && holds(.any, []))
    #expect(holds(.ipv4, fourth) && !holds(.ipv4, sixth) && !holds(.ipv4, TestFrame.arp()))
    #expect(!holds(.ipv6, fourth) && holds(.ipv6, sixth) && !holds(.ipv6, Array(sixth.prefix(13))))
  }
}

import Testing

@testable import Relay

@Suite("Lane clock")
struct LaneClockTests {
  private static let millisecond: Int64 = 1_000_000

  /// `#expect` takes no mutating call.
  private final class Clock {
    var clock: LaneClock

    init(_ conditions: LaneConditions) { clock = LaneClock(conditions) }

    /// As a queue with tail drop: nil if there is no room.
    func admit(arrival: Int64, bytes: Int) -> Int64? {
      guard !clock.conditions.hasWire || clock.hasRoom(for: bytes, at: arrival) else { return nil }
      return clock.pass(arrival: arrival, bytes: bytes, delay: clock.conditions.delayNanoseconds)
    }

    func apply(_ conditions: LaneConditions, at now: Int64) { clock.apply(conditions, at: now) }
  }

  @Test("a frame waits for its own bits, then for the delay")
  func single() {
    // 98 bytes × 8 / 240 kbit/s = 3.266 667 ms, and 400 ms.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 240_000, delayNanoseconds: 400 * Self.millisecond))
    #expect(clock.admit(arrival: 1000, bytes: 98) == 1000 + 3_266_666 + 400 * Self.millisecond)
    // 1514 bytes × 8 / 780 kbit/s = 15.528 205 ms.
    let slow = Clock(LaneConditions(rateBitsPerSecond: 780_000))
    #expect(slow.admit(arrival: 0, bytes: 1514) == 15_528_205)
    // The first frame of the slowest link has no credit either: 98 bytes × 8 / 1 kbit/s = 784 ms.
    #expect(Clock(LaneConditions(rateBitsPerSecond: 1000)).admit(arrival: 5, bytes: 98) == 784_000_005)
  }

  @Test("frames that come together leave one after the other; an idle wire is not saved up")
  func spacing() {
    // 1250 bytes at 10 Mbit/s: 1 ms each.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 10_000_000, delayNanoseconds: 5 * Self.millisecond))
    let dues = (0..<3).map { _ in clock.admit(arrival: 0, bytes: 1250) }
    #expect(dues == [6 * Self.millisecond, 7 * Self.millisecond, 8 * Self.millisecond])
    #expect(clock.admit(arrival: 50 * Self.millisecond, bytes: 1250) == 56 * Self.millisecond)
    #expect(clock.admit(arrival: 50 * Self.millisecond, bytes: 1250) == 57 * Self.millisecond)
  }

  @Test("the queue holds 50, the delay line does not count")
  func tailDrop() {
    let clock = Clock(LaneConditions(rateBitsPerSecond: 10_000_000, delayNanoseconds: 1000 * Self.millisecond))
    let burst = (0..<60).map { _ in clock.admit(arrival: 0, bytes: 1250) }
    #expect(burst.prefix(50).allSatisfy { $0 != nil })
    #expect(burst.suffix(10).allSatisfy { $0 == nil })
    // At 1 ms one has left the wire and is in the delay line: room for one.
    #expect(clock.admit(arrival: Self.millisecond, bytes: 1250) == 1051 * Self.millisecond)
    #expect(clock.admit(arrival: Self.millisecond, bytes: 1250) == nil)
    // A frame that was dropped took no time on the wire.
    #expect(clock.admit(arrival: 51 * Self.millisecond, bytes: 1250) == 1052 * Self.millisecond)
  }

  @Test("without a rate nothing is dropped")
  func unlimited() {
    let clock = Clock(LaneConditions(delayNanoseconds: 20 * Self.millisecond))
    for index in 0..<10_000 as Range<Int64> {
      #expect(clock.admit(arrival: index, bytes: 1514) == index + 20 * Self.millisecond)
    }
  }

  @Test("switching keeps what is queued, and no frame overtakes")
  func switching() {
    let clock = Clock(LaneConditions(delayNanoseconds: 200 * Self.millisecond))
    #expect(clock.admit(arrival: 0, bytes: 98) == 200 * Self.millisecond)
    clock.apply(LaneConditions(delayNanoseconds: 10 * Self.millisecond), at: 5 * Self.millisecond)
    // Due at 15 ms, but the one ahead leaves at 200.
    #expect(clock.admit(arrival: 5 * Self.millisecond, bytes: 98) == 200 * Self.millisecond)
    #expect(clock.admit(arrival: 195 * Self.millisecond, bytes: 98) == 205 * Self.millisecond)
    clock.apply(LaneConditions(rateBitsPerSecond: 240_000), at: 300 * Self.millisecond)
    #expect(clock.admit(arrival: 300 * Self.millisecond, bytes: 98) == 300 * Self.millisecond + 3_266_666)
  }

  @Test("what a slow wire still holds keeps the faster one that replaces it busy")
  func fasterWire() {
    // 1250 bytes: 10 ms each at 1 Mbit/s, 1 ms each at 10 Mbit/s.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 1_000_000))
    #expect((0..<3).map { _ in clock.admit(arrival: 0, bytes: 1250) }.last == 30 * Self.millisecond)
    clock.apply(LaneConditions(rateBitsPerSecond: 10_000_000), at: 0)
    #expect(clock.admit(arrival: 0, bytes: 1250) == 31 * Self.millisecond)
  }

  @Test("no rate is no limit, and a rate of 0 lets nothing through")
  func zero() {
    #expect(Clock(LaneConditions(rateBitsPerSecond: nil)).admit(arrival: 3, bytes: 1514) == 3)
    let closed = Clock(LaneConditions(rateBitsPerSecond: 0))
    #expect(closed.admit(arrival: 0, bytes: 60) == nil)
    // What comes afterwards is not held up by it.
    closed.apply(LaneConditions(), at: 5)
    #expect(closed.admit(arrival: 6, bytes: 60) == 6)
  }

  @Test("a queue in bytes or in time holds so much, and always the frame on the wire")
  func depths() {
    func kept(_ depth: LaneQueue.Depth, bytes: Int) -> Int {
      let clock = Clock(LaneConditions(rateBitsPerSecond: 1_000_000, queue: LaneQueue(depth)))
      return (0..<200).count { _ in clock.admit(arrival: 0, bytes: bytes) != nil }
    }
    #expect(kept(.bytes(10_000), bytes: 1000) == 10)
    #expect(kept(.bytes(10_999), bytes: 1000) == 10)
    #expect(kept(.bytes(10), bytes: 1000) == 1)
    // 1 Mbit/s sends 12 500 bytes in 100 ms.
    #expect(kept(.nanoseconds(100 * Self.millisecond), bytes: 1250) == 10)
    #expect(kept(.nanoseconds(100 * Self.millisecond), bytes: 125) == 100)
    #expect(kept(.nanoseconds(0), bytes: 125) == 1)
    #expect(kept(.packets(7), bytes: 60) == 7)
  }

  @Test("a queue that becomes shorter drops nothing until what is in it has left")
  func shorterQueue() {
    // 1250 bytes at 10 Mbit/s: 1 ms each; 100 of them are in the queue when it is to hold only 10.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.packets(200))))
    for _ in 0..<100 { _ = clock.admit(arrival: 0, bytes: 1250) }
    let short = LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.packets(10)))
    clock.apply(short, at: 0)
    #expect((0..<100).allSatisfy { _ in clock.admit(arrival: 1, bytes: 1250) != nil })
    #expect(clock.admit(arrival: 1, bytes: 1250) == nil)
    // A second change while the first queue has not left keeps the larger one too, until all 200 have left at 200 ms.
    clock.apply(short, at: 2)
    #expect((0..<50).allSatisfy { _ in clock.admit(arrival: 199 * Self.millisecond, bytes: 1250) != nil })
    // Now only the short one counts, which is full until fewer than 10 of the 250 are left.
    #expect(clock.admit(arrival: 200 * Self.millisecond, bytes: 1250) == nil)
    #expect(clock.admit(arrival: 240 * Self.millisecond, bytes: 1250) == nil)
    #expect(clock.admit(arrival: 241 * Self.millisecond, bytes: 1250) == 251 * Self.millisecond)
  }

  @Test("conditions that mean nothing are brought into range")
  func range() {
    let conditions = LaneConditions(rateBitsPerSecond: 1_000_000, delayNanoseconds: -1, queue: LaneQueue(.packets(0)))
    #expect(conditions.delayNanoseconds == 0)
    #expect(LaneJitter(deviationNanoseconds: -1).deviationNanoseconds == 0)
    #expect(LaneReordering(fraction: 1, gap: 0).gap == 1)
    let clock = Clock(conditions)
    #expect(clock.admit(arrival: 0, bytes: 125) == Self.millisecond)
    #expect(clock.admit(arrival: 0, bytes: 125) == nil)
  }
}

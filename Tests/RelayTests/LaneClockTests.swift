import Testing

@testable import Relay

@Suite("Lane clock")
struct LaneClockTests {
  private static let millisecond: Int64 = 1_000_000

  /// `#expect` takes no mutating call.
  private final class Clock {
    var clock: LaneClock

    init(_ conditions: LaneConditions) { clock = LaneClock(conditions) }

    func admit(arrival: Int64, bytes: Int) -> Int64? { clock.admit(arrival: arrival, bytes: bytes) }
  }

  @Test("a frame waits for its own bits, then for the delay")
  func single() {
    // 98 bytes × 8 / 240 kbit/s = 3.266 667 ms, and 400 ms.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 240_000, delayNanoseconds: 400 * Self.millisecond))
    #expect(clock.admit(arrival: 1000, bytes: 98) == 1000 + 3_266_666 + 400 * Self.millisecond)
    // 1514 bytes × 8 / 780 kbit/s = 15.528 205 ms.
    clock.clock = LaneClock(LaneConditions(rateBitsPerSecond: 780_000))
    #expect(clock.admit(arrival: 0, bytes: 1514) == 15_528_205)
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
    clock.clock.conditions = LaneConditions(delayNanoseconds: 10 * Self.millisecond)
    // Due at 15 ms, but the one ahead leaves at 200.
    #expect(clock.admit(arrival: 5 * Self.millisecond, bytes: 98) == 200 * Self.millisecond)
    #expect(clock.admit(arrival: 195 * Self.millisecond, bytes: 98) == 205 * Self.millisecond)
    clock.clock.conditions = LaneConditions(rateBitsPerSecond: 240_000)
    #expect(clock.admit(arrival: 300 * Self.millisecond, bytes: 98) == 300 * Self.millisecond + 3_266_666)
  }

  @Test("what a slow wire still holds keeps the faster one that replaces it busy")
  func fasterWire() {
    // 1250 bytes: 10 ms each at 1 Mbit/s, 1 ms each at 10 Mbit/s.
    let clock = Clock(LaneConditions(rateBitsPerSecond: 1_000_000))
    #expect((0..<3).map { _ in clock.admit(arrival: 0, bytes: 1250) }.last == 30 * Self.millisecond)
    clock.clock.conditions.rateBitsPerSecond = 10_000_000
    #expect(clock.admit(arrival: 0, bytes: 1250) == 31 * Self.millisecond)
  }

  @Test("conditions that mean nothing are brought into range")
  func range() {
    let conditions = LaneConditions(rateBitsPerSecond: 1_000_000, delayNanoseconds: -1, queuePackets: 0)
    #expect(conditions.delayNanoseconds == 0)
    let clock = Clock(conditions)
    #expect(clock.admit(arrival: 0, bytes: 125) == Self.millisecond)
    #expect(clock.admit(arrival: 0, bytes: 125) == nil)
  }
}

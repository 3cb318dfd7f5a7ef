import Testing

@testable import Relay

@Suite("Pace of the relay")
struct RelayPaceTests {
  private static let millisecond: Int64 = 1_000_000

  @Test("few frames never wait for company; many wait 0.1 ms, or as long as the delay is")
  func crowds() {
    var pace = RelayPace()
    // One frame in and one out each 0.1 ms, for 50 ms.
    for step in 0..<500 as Range<Int64> {
      pace.note(2, at: step * 100_000)
      #expect(pace.gathering(delay: Self.millisecond) == 0)
    }
    // Four each 0.1 ms: 16 of them in 0.4 ms.
    for step in 500..<510 as Range<Int64> { pace.note(4, at: step * 100_000) }
    #expect(pace.gathering(delay: Self.millisecond) == 100_000)
    #expect(pace.gathering(delay: 30_000) == 30_000)
    #expect(pace.gathering(delay: 0) == 0)
    // Nothing for half a millisecond and a bit.
    pace.note(0, at: 51_600_000)
    #expect(pace.gathering(delay: Self.millisecond) == 0)
  }

  @Test("a single burst after a pause is no crowd until it lasts")
  func burst() {
    var pace = RelayPace()
    pace.note(0, at: 0)
    pace.note(100, at: 5 * Self.millisecond)
    #expect(!pace.isBusy)
    pace.note(100, at: 5 * Self.millisecond + 50_000)
    #expect(pace.isBusy)
  }

  @Test(
    "the shortest time in the link counts both directions, jitter, frames that overtake, and those without conditions")
  func shortestDelay() {
    func lane(_ delay: Int64, _ jitter: LaneJitter? = nil, _ reordering: LaneReordering? = nil) -> LaneConditions {
      LaneConditions(delayNanoseconds: delay, jitter: jitter, reordering: reordering)
    }
    #expect(RelayConditions(downlink: lane(500), uplink: lane(300)).shortestDelay == 300)
    #expect(RelayConditions(downlink: lane(500)).shortestDelay == 0)
    let uniform = LaneJitter(deviationNanoseconds: 200)
    #expect(RelayConditions(downlink: lane(500, uniform), uplink: lane(700)).shortestDelay == 300)
    let table = LaneJitter(deviationNanoseconds: 100, table: [-16_384, 0, 8192])
    #expect(RelayConditions(downlink: lane(500, table), uplink: lane(700)).shortestDelay == 300)
    #expect(RelayConditions(downlink: lane(100, table), uplink: lane(700)).shortestDelay == 0)
    #expect(lane(500, nil, LaneReordering(fraction: 1)).shortestDelay == 0)
    #expect(RelayConditions(downlink: lane(500), uplink: lane(300), family: .ipv4).shortestDelay == 0)
  }
}

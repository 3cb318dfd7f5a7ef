import Testing

@testable import Relay

@Suite("Lane")
struct LaneTests {
  private static let tenPercent: UInt32 = 429_496_730

  /// Offers frames, each of a flow, and answers with the flow-wise indices that were let in.
  private func survivors(of flows: [UInt64], in lane: inout Lane) -> [UInt64: [Int]] {
    let frame = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { frame.deallocate() }
    var seen: [UInt64: Int] = [:]
    var result: [UInt64: [Int]] = [:]
    for (arrival, flow) in flows.enumerated() {
      if lane.admit(frame, length: 98, arrival: Int64(arrival), flow: flow) {
        result[flow, default: []].append(seen[flow, default: 0])
      }
      seen[flow, default: 0] += 1
    }
    return result
  }

  @Test("other traffic does not change the fate of a flow's frames")
  func independence() {
    var alone = Lane(.uplink, seed: 42, LaneConditions(lossFraction: Self.tenPercent))
    let quiet = survivors(of: Array(repeating: 7, count: 1000), in: &alone)
    // The same thousand among two thousand of others, in an order that another seeded mix draws.
    var mix = SeededMix(99)
    var crowd: [UInt64] = []
    var left = 1000
    while left > 0 {
      mix.absorb(UInt64(crowd.count))
      let flow = [7, 8, 9][Int(mix.value % 3)] as UInt64
      crowd.append(flow)
      if flow == 7 { left -= 1 }
    }
    var busy = Lane(.uplink, seed: 42, LaneConditions(lossFraction: Self.tenPercent))
    let amongOthers = survivors(of: crowd, in: &busy)
    #expect(quiet[7] == amongOthers[7])
    #expect(quiet[7] != amongOthers[8])
    let offered = busy.counters.offeredPackets
    #expect(offered == UInt64(crowd.count))
  }

  @Test("a recorded list of frames meets the same fate on any machine")
  func recorded() {
    // A resolver query, a connection to a web server and an echo, as a client sends them.
    let list =
      (0..<40).flatMap { index -> [[UInt8]] in
        let port = UInt16(40_000 + index)
        return [
          TestFrame.ipv4(TestFrame.udp, port, 53), TestFrame.ipv4(TestFrame.tcp, 51_000, 443),
          TestFrame.ipv4(TestFrame.icmp, 0x0800, port),
        ]
      }
    let half: UInt32 = 0x8000_0000
    var lane = Lane(.uplink, seed: 2024, LaneConditions(lossFraction: half))
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { memory.deallocate() }
    var fates = ""
    for frame in list {
      let flow = frame.withUnsafeBytes { FlowKey($0).hash }
      fates += lane.admit(memory, length: Int32(frame.count), arrival: 0, flow: flow) ? "." : "x"
    }
    // Computed apart from this code: per 3 characters one query, one segment, one echo.
    let expected =
      "xxxxx..x.xxx.x..x....xxxx.xxxxxxx..x..x....xx.x.xx..x.x.xx.."
      + "...x.xxxx.......x..x...xx.xx.xx..xx...xxxxxxxxx...xx.x.x...."
    #expect(fates == expected)
  }

  @Test("every frame is counted once")
  func counting() {
    // 98 bytes × 8 / 1 Mbit/s = 784 µs each and all at once: the queue holds 50.
    var lane = Lane(.downlink, seed: 1, LaneConditions(rateBitsPerSecond: 1_000_000, lossFraction: Self.tenPercent))
    let frame = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    defer { frame.deallocate() }
    var kept = 0
    for _ in 0..<100 where lane.admit(frame, length: 98, arrival: 0, flow: 1) { kept += 1 }
    #expect(kept == 50)
    let isKept = lane.admit(frame, length: 98, arrival: 0, flow: 2, hasMemory: false)
    #expect(!isKept)
    lane.noteOverruns(2)
    let counted = lane.counters
    #expect(counted.offeredPackets == 103)
    #expect(counted.offeredBytes == 101 * 98)
    #expect(counted.overruns == 3)
    #expect(counted.lostByCondition + counted.droppedByQueue == 50)
    #expect(counted.lostByCondition > 0)

    lane.noteSent(2, at: 5_000_000)
    // The first was due at 784 µs and the second at 1568.
    let sent = lane.counters
    #expect(sent.maxLatenessNanoseconds == 4_216_000)
    #expect(sent.totalLatenessNanoseconds == 4_216_000 + 3_432_000)
    #expect(sent.deliveredPackets == 2)
    #expect(sent.deliveredBytes == 196)
  }
}

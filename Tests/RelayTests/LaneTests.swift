import Testing

@testable import Relay

@Suite("Lane")
struct LaneTests {
  private static let tenPercent: UInt32 = 429_496_730

  /// Everything at once, with a table and a correlation, in the order that jitter and reordering make of it.
  private static let everything = LaneConditions(
    delayNanoseconds: 50_000_000,
    jitter: LaneJitter(
      deviationNanoseconds: 10_000_000, table: [-12_000, -3000, 0, 2500, 14_000], correlationFraction: 0x4000_0000),
    keepsOrder: false,
    loss: .gilbertElliott(becomesBad: 0x2000_0000, becomesGood: 0x4000_0000, lossInBad: 0xc000_0000, lossInGood: 0),
    duplicateFraction: 0x2000_0000, reordering: LaneReordering(fraction: 0x4000_0000, gap: 2),
    corruptFraction: 0x2000_0000)

  /// What became of each frame of flow 7: its number, how long it was in the link, and what it held.
  private func fates(of flows: [UInt64], _ conditions: LaneConditions) -> [String] {
    let probe = LaneProbe(conditions)
    var arrivals: [Int: Int64] = [:]
    var number = 0
    for (index, flow) in flows.enumerated() {
      // Another flow's frames have numbers of their own.
      let name = flow == 7 ? number : 1_000_000 + index
      if flow == 7 {
        arrivals[name] = Int64(index) * 1000
        number += 1
      }
      probe.offer(at: Int64(index) * 1000, flow: flow, number: name)
    }
    return probe.drain().compactMap { exit in
      arrivals[exit.number].map { arrival in
        let flipped = exit.bytes.dropFirst(4).enumerated().first { $1 != 0 }
        return "\(exit.number) \(exit.due - arrival) \(flipped.map { "\($0.offset) \($0.element)" } ?? "whole")"
      }
    }.sorted()
  }

  @Test("other traffic does not change the fate of a flow's frames, whatever the conditions")
  func independence() {
    let alone = Array(repeating: 7 as UInt64, count: 1000)
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
    let models: [LaneLoss] = [
      .independent(Self.tenPercent),
      .gilbertElliott(becomesBad: 0x1000_0000, becomesGood: 0x4000_0000, lossInBad: .max, lossInGood: 0x0100_0000),
      .fourState(p13: 0x1000_0000, p31: 0x4000_0000, p32: 0x1000_0000, p23: 0x4000_0000, p14: 0x0800_0000),
    ]
    for loss in models {
      var conditions = Self.everything
      conditions.loss = loss
      let quiet = fates(of: alone, conditions)
      let amongOthers = fates(of: crowd, conditions)
      #expect(quiet == amongOthers)
      // Each effect is there: the comparison is of something.
      #expect(quiet.count != 1000 && quiet.contains { !$0.hasSuffix("whole") })
    }
    #expect(fates(of: alone.map { _ in 8 }, Self.everything).isEmpty)
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
    let probe = LaneProbe(LaneConditions(loss: .independent(half)), seed: 2024)
    var fates = ""
    for frame in list {
      let flow = frame.withUnsafeBytes { FlowKey($0).hash }
      fates += probe.offer(flow: flow, length: frame.count) ? "." : "x"
    }
    // Computed apart from this code: per 3 characters one query, one segment, one echo.
    let expected =
      "xxxxx..x.xxx.x..x....xxxx.xxxxxxx..x..x....xx.x.xx..x.x.xx.."
      + "...x.xxxx.......x..x...xx.xx.xx..xx...xxxxxxxxx...xx.x.x...."
    #expect(fates == expected)
  }

  @Test("jitter, duplicates, reordering, corruption and bursts are the same on any machine")
  func golden() {
    // Computed apart from this code, from the descriptions of the model: number, time in the link, first byte that was
    // flipped (counted behind the number) and what it holds then.
    let expected = """
      0 35351562 whole
      1 0 whole
      14 0 whole
      15 46337890 whole
      16 0 whole
      17 50000000 whole
      18 53051757 whole
      2 46337890 whole
      20 0 12 32
      20 53051757 whole
      23 46337890 whole
      3 46337890 whole
      4 53051757 78 16
      5 35351562 whole
      6 46337890 whole
      7 53051757 whole
      8 53051757 27 8
      8 53051757 whole
      9 50000000 whole
      """
    #expect(fates(of: Array(repeating: 7, count: 24), Self.everything).joined(separator: "\n") == expected)
  }

  @Test("every frame is counted once")
  func counting() {
    // 98 bytes × 8 / 1 Mbit/s = 784 µs each and all at once: the queue holds 50.
    let probe = LaneProbe(
      LaneConditions(rateBitsPerSecond: 1_000_000, loss: .independent(Self.tenPercent)), .downlink, seed: 1)
    let kept = (0..<100).count { _ in probe.offer(flow: 1) }
    #expect(kept == 50)
    let counted = probe.counters
    #expect(counted.offeredPackets == 100)
    #expect(counted.offeredBytes == 100 * 98)
    #expect(counted.lostByCondition + counted.droppedByQueue == 50)
    #expect(counted.lostByCondition > 0)
    // By 1.6 ms the first, due at 784 µs, and the second, due at 1568, are late by so much.
    #expect(probe.drain(until: 1_600_000).count == 2)
    let sent = probe.counters
    #expect(sent.maxLatenessNanoseconds == 816_000)
    #expect(sent.totalLatenessNanoseconds == 816_000 + 32_000)
    #expect(sent.deliveredPackets == 2)
    #expect(sent.deliveredBytes == 196)
  }

  @Test("frames that find no memory or were never read are overruns")
  func overruns() {
    var lane = Lane(.uplink, seed: 1, LaneConditions())
    let frame = UnsafeMutablePointer<UInt8>.allocate(capacity: 98)
    defer { frame.deallocate() }
    let isKept = lane.admit(frame, length: 98, arrival: 0, flow: 2, hasMemory: false)
    let isCarried = lane.carry(frame, length: 98, arrival: 0, hasMemory: false)
    #expect(!isKept && !isCarried)
    lane.noteOverruns(2)
    let counted = lane.counters
    #expect(counted.offeredPackets == 4)
    #expect(counted.offeredBytes == 2 * 98)
    #expect(counted.overruns == 4)
  }
}

import Testing

@testable import Relay

@Suite("Rate traces")
struct TraceTests {
  private static let millisecond: Int64 = 1_000_000
  /// A frame that holds as much IP as one moment lets through.
  private static let full = 1514

  private func trace(_ opportunities: UInt32...) throws -> LaneTrace {
    try #require(LaneTrace(opportunities: opportunities))
  }

  /// Arrivals in milliseconds and lengths; due times in milliseconds.
  private func dues(_ trace: LaneTrace, _ frames: [(at: Int64, length: Int)]) -> [Int64] {
    let probe = LaneProbe(LaneConditions(trace: trace))
    for frame in frames { probe.offer(at: frame.at * Self.millisecond, length: frame.length) }
    return probe.drain().map { $0.due / Self.millisecond }
  }

  @Test("a frame leaves at the first moment that is not before it, and the trace begins anew after its last")
  func moments() throws {
    let trace = try trace(0, 3, 3, 10)
    #expect(dues(trace, [(0, Self.full)]) == [0])
    #expect(dues(trace, [(1, Self.full)]) == [3])
    // Two moments at 3 ms, one at 10 and one at the same time as the start of the next round, then 13, 13, 20, 20.
    let burst = Array(repeating: (at: Int64(1), length: Self.full), count: 8)
    #expect(dues(trace, burst) == [3, 3, 10, 10, 13, 13, 20, 20])
    // Many rounds later: 1000 rounds are 10 s.
    #expect(dues(trace, [(10_004, Self.full), (10_004, Self.full)]) == [10_010, 10_010])
    #expect(dues(trace, [(10_000, Self.full), (10_000, Self.full), (10_000, Self.full)]) == [10_000, 10_000, 10_003])
  }

  @Test("moments that nothing waits for are lost; what one leaves over is for those that are there by then")
  func leftovers() throws {
    let trace = try trace(5, 10, 15, 20)
    // 486 bytes of IP each: three in a moment of 1500.
    #expect(dues(trace, Array(repeating: (at: Int64(0), length: 500), count: 4)) == [5, 5, 5, 10])
    #expect(dues(trace, [(0, 500), (6, 500), (12, Self.full)]) == [5, 10, 15])
    // The second comes exactly then; 1000 + 1000 bytes need a second moment.
    #expect(dues(trace, [(0, 1014), (5, 1014), (10, 514)]) == [5, 10, 10])
  }

  @Test("it begins with its conditions")
  func start() throws {
    let probe = LaneProbe(LaneConditions())
    let trace = try trace(4, 8)
    probe.apply(LaneConditions(trace: trace), at: 101 * Self.millisecond)
    probe.offer(at: 101 * Self.millisecond, length: Self.full)
    probe.offer(at: 101 * Self.millisecond, length: Self.full)
    probe.offer(at: 101 * Self.millisecond, length: Self.full)
    #expect(probe.drain().map(\.due) == [105, 109, 113].map { $0 * Self.millisecond })
  }

  @Test("in the long run it carries its moments' bytes, under a full queue as well")
  func throughput() throws {
    // 3 moments in 8 ms: 4500 bytes × 8 / 8 ms = 4.5 Mbit/s of IP.
    let trace = try trace(1, 4, 8)
    let probe = LaneProbe(LaneConditions(trace: trace, queue: LaneQueue(.packets(20))))
    // Every 0.1 ms for 10 s.
    for index in 0..<100_000 as Range<Int64> { probe.offer(at: index * 100_000, length: 1014) }
    let exits = probe.drain(until: 10_000 * Self.millisecond)
    let bits = exits.count * 1000 * 8
    #expect(abs(Double(bits) / 10 - 4.5e6) < 4.5e6 * 0.002)
    #expect(probe.counters.droppedByQueue + UInt64(exits.count + probe.framesInLink) == 100_000)
    #expect(LaneConditions(trace: trace).bytesPerSecond == 562_500)
  }

  @Test("traces that mean nothing are refused")
  func faults() {
    #expect(LaneTrace(opportunities: []) == nil)
    #expect(LaneTrace(opportunities: [0]) == nil)
    #expect(LaneTrace(opportunities: [3, 2]) == nil)
  }
}

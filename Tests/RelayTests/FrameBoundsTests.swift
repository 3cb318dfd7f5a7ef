import LinuxSystem
import Testing

@testable import Relay

@Suite("Memory of the relay")
struct FrameBoundsTests {
  private static let second: Int64 = 1_000_000_000

  /// 500 000 frames a second or what the wire carries of the shortest (42 and 257 bytes), for the delay and 100 ms more; and
  /// the queue. Long ones have 64 more to read into.
  @Test(
    "it follows from delay, rate and queue",
    arguments: [
      // 0.6 s of half a million.
      (LaneConditions(delayNanoseconds: second / 2), 0, FrameBounds(short: 300_000, long: 196_608 + 64)),
      (LaneConditions(delayNanoseconds: second / 10), 0, FrameBounds(short: 100_000, long: 100_000 + 64)),
      // 0.5 s of 10 Mbit/s: 5 Mbit in frames of 42 bytes and of 257, and 50 in the queue.
      (
        LaneConditions(rateBitsPerSecond: 10_000_000, delayNanoseconds: second * 4 / 10), 0,
        FrameBounds(short: 14_881 + 50, long: 2432 + 50 + 64)
      ),
      // Twice as many where each may come twice; what waits for the DNS delay counts too.
      (
        LaneConditions(
          rateBitsPerSecond: 10_000_000, delayNanoseconds: second * 3 / 10, duplicateFraction: 1), second / 10,
        FrameBounds(short: 29_762 + 50, long: 4864 + 50 + 64)
      ),
      // Jitter of 0.1 s, and 4 times as much where a table says so.
      (
        LaneConditions(jitter: LaneJitter(deviationNanoseconds: second / 10)), 0,
        FrameBounds(short: 100_000, long: 100_064)
      ),
      (
        LaneConditions(jitter: LaneJitter(deviationNanoseconds: second / 100, table: [-8192, 32_767])), 0,
        FrameBounds(short: 70_000, long: 70_000 + 64)
      ),
      // A queue in bytes: 420 000 of them are 10 000 frames of 42 bytes or 1634 of 257; 298 and 49 are on the way.
      (
        LaneConditions(rateBitsPerSecond: 1_000_000, queue: LaneQueue(.bytes(420_000))), 0,
        FrameBounds(short: 10_298, long: 2048 + 64)
      ),
      // Never fewer than 2048, nor more than 512 MiB.
      (LaneConditions(rateBitsPerSecond: 0), 0, FrameBounds(short: 2048, long: 2048 + 64)),
      (
        LaneConditions(delayNanoseconds: 3600 * second), 0, FrameBounds(short: 524_288, long: 196_608 + 64)
      ),
    ] as [(LaneConditions, Int64, FrameBounds)])
  func bounds(_ conditions: LaneConditions, _ heldBefore: Int64, _ expected: FrameBounds) {
    #expect(FrameBounds(conditions, heldBefore: heldBefore) == expected)
  }

  @Test("what it may be at most is 512 MiB")
  func most() {
    let bytes = FrameBounds.most.short * FramePool.shortFrame + FrameBounds.most.long * FramePool.frameCapacity
    #expect(bytes == 512 << 20)
  }

  @Test("200 000 short frames a second for 2 s are all held; what overruns the memory is counted, which grows no more")
  func flood() {
    let probe = LaneProbe(LaneConditions(delayNanoseconds: 2 * Self.second), isBounded: true)
    for number in 0..<400_000 { probe.offer(at: Int64(number) * 5000, length: 64) }
    #expect(probe.framesInLink == 400_000)
    for number in 400_000..<700_000 { probe.offer(at: Int64(number) * 5000, length: 64) }
    #expect(probe.framesInLink == FrameBounds.most.short)
    let counted = probe.counters
    #expect(counted.offeredPackets == 700_000)
    #expect(counted.overruns == UInt64(700_000 - FrameBounds.most.short))
    let full = probe.memoryBytes
    #expect(full == FrameBounds.most.short * FramePool.shortFrame)
    // Half of them leave and as many come: in the same memory.
    #expect(probe.drain(until: 3 * Self.second).count == 200_001)
    for number in 0..<200_001 { probe.offer(at: 4 * Self.second + Int64(number), length: 64) }
    #expect(probe.framesInLink == FrameBounds.most.short)
    #expect(probe.counters.overruns == counted.overruns)
    #expect(probe.memoryBytes == full)
  }

  @Test("other conditions take no memory from frames that are in the link")
  func smaller() {
    let probe = LaneProbe(LaneConditions(delayNanoseconds: Self.second), isBounded: true)
    for number in 0..<100_000 { probe.offer(at: Int64(number), length: 64) }
    probe.apply(LaneConditions(), at: 100_000)
    // 0.1 s of half a million, if the conditions had been these from the start.
    for number in 0..<100_000 { probe.offer(at: 200_000 + Int64(number), length: 64) }
    #expect(probe.framesInLink == 200_000)
    #expect(probe.counters.overruns == 0)
  }
}

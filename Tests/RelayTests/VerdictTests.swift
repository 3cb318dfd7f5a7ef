import Testing

@testable import Relay

@Suite("Verdict")
struct VerdictTests {
  /// As a kernel's netem counts: the nearest 32-bit fraction.
  private static let tenPercent: UInt32 = 429_496_730

  private func lost(
    loss: UInt32 = tenPercent, seed: UInt64 = 1, direction: Direction = .uplink, flow: UInt64 = 7, count: UInt64
  ) -> [UInt64] {
    (0..<count).filter {
      Verdict(lane: Verdict.lane(seed: seed, direction), flow: flow, index: $0).happens(loss)
    }
  }

  @Test("0 loses none and 100 % loses all")
  func ends() {
    #expect(lost(loss: 0, count: 10_000).isEmpty)
    #expect(lost(loss: .max, count: 10_000).count == 10_000)
  }

  @Test("10 % of 10 000 are 10 %", arguments: [Direction.uplink, .downlink], [1, 2, 0x6c63] as [UInt64])
  func share(direction: Direction, seed: UInt64) {
    // Standard deviation sqrt(0.1 × 0.9 / 10 000) = 0.3 %: 9.0 to 11.0 % is 3.3 of them, and the seeds are fixed.
    #expect((900...1100).contains(lost(seed: seed, direction: direction, count: 10_000).count))
  }

  /// The 99.9 % interval of a binomial distribution at n = 10 000, computed apart from this code.
  @Test(
    "loss lies in the 99.9 % interval of 10 000 frames",
    arguments: [(0.001, 2...22), (0.01, 69...134), (0.05, 430...573), (0.1, 903...1100), (0.5, 4835...5165)])
  func intervals(fraction: Double, interval: ClosedRange<Int>) {
    for seed in [1, 2, 3] as [UInt64] {
      let got = lost(loss: UInt32((fraction * 4_294_967_295).rounded()), seed: seed, count: 10_000).count
      #expect(interval.contains(got), "seed \(seed): \(got) of 10 000 lost, asked \(fraction)")
    }
  }

  @Test("each profile's loss comes out, small and large", arguments: [0.001, 0.01, 0.5, 0.9])
  func shares(fraction: Double) {
    let count = 200_000.0
    let got = Double(lost(loss: UInt32(fraction * 4_294_967_295), count: UInt64(count)).count)
    // Four standard deviations of a binomial distribution.
    let tolerance = 4 * (fraction * (1 - fraction) * count).squareRoot()
    #expect(abs(got - fraction * count) < tolerance)
  }

  @Test("losses do not come in runs")
  func independence() {
    let list = lost(count: 100_000)
    let pairs = zip(list, list.dropFirst()).filter { $0 + 1 == $1 }.count
    // 100 000 × 0.1 × 0.1 = 1000 expected, standard deviation about 32 (some more as pairs overlap): five of them.
    #expect((840...1160).contains(pairs))
  }

  @Test("seed, direction and flow each change the fate")
  func inputs() {
    let reference = lost(count: 1000)
    #expect(lost(count: 1000) == reference)
    #expect(lost(seed: 2, count: 1000) != reference)
    #expect(lost(direction: .downlink, count: 1000) != reference)
    #expect(lost(flow: 8, count: 1000) != reference)
  }

  @Test("what is drawn for one purpose says nothing about another")
  func purposes() {
    let lane = Verdict.lane(seed: 1, .uplink)
    let verdicts = (0..<10_000).map { Verdict(lane: lane, flow: 7, index: $0) }
    // Of 10 000 that are decided both ways at 50 % each, a quarter is both; standard deviation 43: five of them.
    let half: UInt32 = 0x8000_0000
    let both = verdicts.count { $0.happens(half, .duplicate) && $0.happens(half, .corrupt) }
    #expect((2285...2715).contains(both))
    let bothTimes = verdicts.count { $0.happens(half, .duplicate) && $0.ofCopy.happens(half, .duplicate) }
    #expect((2285...2715).contains(bothTimes))
    let lostToo = verdicts.count { $0.happens(half) && $0.happens(half, .duplicate) }
    #expect((2285...2715).contains(lostToo))
  }

  @Test("the lost frames are the same on any machine")
  func golden() {
    // Computed apart from this code, from the description of SeededMix and Verdict alone.
    #expect(lost(seed: 1, direction: .uplink, flow: 7, count: 100) == [40, 48, 50, 70, 96])
    #expect(
      lost(seed: 42, direction: .downlink, flow: 0xdead_beef, count: 100) == [
        8, 12, 19, 38, 39, 71, 72, 80, 86, 88, 89, 97,
      ])
    var mix = SeededMix(0)
    mix.absorb(0)
    #expect(mix.value == 7_618_897_425_313_176_396)
    mix.absorb(1)
    #expect(mix.value == 4_305_895_537_306_213_290)
  }
}

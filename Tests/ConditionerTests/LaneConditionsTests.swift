import Profiles
import Relay
import Testing

@testable import Conditioner

@Suite("What the userspace engine makes of a profile")
struct LaneConditionsTests {
  private static let half = Probability(percent: 50) ?? .zero
  private static let quarter = Probability(percent: 25) ?? .zero

  @Test("nothing asked is nothing done")
  func unconditioned() {
    #expect(RelayConditions(.unconditioned) == RelayConditions())
  }

  @Test("every condition gets to the relay, each in its place and unit")
  func everything() throws {
    let trace = try #require(RateTrace(name: "test", opportunities: [3, 7]))
    let downlink = LinkConditions(
      rate: .kilobits(780), trace: trace, delay: .milliseconds(100),
      jitter: Jitter(deviation: .milliseconds(10), distribution: .normal, correlation: Self.quarter),
      keepsOrder: false, loss: .independent(Self.half), duplicate: Self.quarter,
      reordering: Reordering(chance: Self.half, gap: 5), corrupt: Self.half,
      queue: Queue(depth: .time(.milliseconds(20)), kind: .dropHead))
    let got = RelayConditions(
      Profile(name: "test", downlink: downlink, dnsDelay: .milliseconds(300), family: .ipv6))
    let expected = LaneConditions(
      rateBitsPerSecond: 780_000, trace: LaneTrace(opportunities: [3, 7]), delayNanoseconds: 100_000_000,
      jitter: LaneJitter(
        deviationNanoseconds: 10_000_000, table: JitterDistribution.normal.table,
        correlationFraction: Self.quarter.kernelValue),
      keepsOrder: false, loss: .independent(Self.half.kernelValue), duplicateFraction: Self.quarter.kernelValue,
      reordering: LaneReordering(fraction: Self.half.kernelValue, gap: 5), corruptFraction: Self.half.kernelValue,
      queue: LaneQueue(.nanoseconds(20_000_000), dropsHead: true))
    #expect(got.downlink == expected)
    #expect(got.uplink == LaneConditions())
    #expect(got.dnsDelayNanoseconds == 300_000_000)
    #expect(got.family == .ipv6)
    #expect(LaneConditions(LinkConditions(queue: Queue(depth: .bytes(9000)))).queue == LaneQueue(.bytes(9000)))
    #expect(LaneConditions(LinkConditions(queue: Queue(depth: .packets(9)))).queue == LaneQueue(.packets(9)))
  }

  @Test("models of loss keep their chances")
  func losses() {
    let (half, quarter) = (Self.half.kernelValue, Self.quarter.kernelValue)
    let elliott = GilbertElliottModel(
      becomesBad: Self.quarter, becomesGood: Self.half, lossInBad: .one, lossInGood: Self.quarter)
    #expect(
      LaneLoss(.gilbertElliott(elliott))
        == .gilbertElliott(becomesBad: quarter, becomesGood: half, lossInBad: .max, lossInGood: quarter))
    let states = FourStateModel(p13: Self.quarter, p31: Self.half, p32: .zero, p23: .one, p14: Self.quarter)
    #expect(LaneLoss(.fourState(states)) == .fourState(p13: quarter, p31: half, p32: 0, p23: .max, p14: quarter))
    // A fifth in bursts of 2: the bad state is left with 1/2 and entered with 1/2 × 0.2 / 0.8 = 1/8.
    let bursts = LaneLoss(.bursts(ratio: Probability(percent: 20) ?? .zero, averageLength: 2))
    let eighth = (Probability(fraction: 0.125) ?? .zero).kernelValue
    #expect(bursts == .gilbertElliott(becomesBad: eighth, becomesGood: half, lossInBad: .max, lossInGood: 0))
    #expect(LaneLoss(.bursts(ratio: .one, averageLength: 3)) == .total)
    #expect(LaneLoss(.bursts(ratio: .zero, averageLength: 3)) == .none)
    // Bursts of 1 can lose half at most; 80 % needs bursts of 4 between single packets.
    let many = LaneLoss(.bursts(ratio: Probability(percent: 80) ?? .zero, averageLength: 1))
    guard case .gilbertElliott(.max, let leaves, .max, 0) = many else {
      Issue.record("\(many)")
      return
    }
    #expect(abs(Double(leaves) / 4_294_967_295 - 0.25) < 1e-6)
  }
}

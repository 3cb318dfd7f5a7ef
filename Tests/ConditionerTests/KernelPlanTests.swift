import Netlink
import Profiles
import Testing

@testable import Conditioner

@Suite("The plan of the kernel engine")
struct KernelPlanTests {
  @Test("a seed gives each direction one of its own, the same for the same seed, and none gives none")
  func seeds() {
    let profile = Profile(name: "P", uplink: LinkConditions(delay: .milliseconds(1)))
    let (one, again) = (KernelPlan(profile, seed: 1), KernelPlan(profile, seed: 1))
    #expect(one == again)
    #expect(
      Set([one.downlink.seed, one.uplink.seed, one.dns.seed, KernelPlan(profile, seed: 2).downlink.seed]).count == 4)
    #expect(KernelPlan(profile).uplink.seed == nil && KernelPlan.open.seed == nil)
  }

  @Test("every direction gets its own numbers, and a rate even where the profile has none")
  func numbers() throws {
    let edge = try #require(BundledProfiles.all.first { $0.name == "Edge" })
    let plan = KernelPlan(edge)
    #expect(plan.downlink.delayNanoseconds == 400_000_000)
    #expect(plan.uplink.delayNanoseconds == 440_000_000)
    #expect(plan.downlink.rateBytesPerSecond == 30_000)  // 240 kbit/s
    #expect(plan.uplink.rateBytesPerSecond == 25_000)  // 200 kbit/s
    #expect(plan.dns.delayNanoseconds == 0)
    #expect(plan.dns.rateBytesPerSecond == 5_000_000_000)  // 40 Gbit/s stands for none
  }

  @Test("100 % loss is every bit of the fraction, and 0 % is none")
  func loss() throws {
    let profile = try #require(BundledProfiles.all.first { $0.name == "100% Loss" })
    #expect(KernelPlan(profile).downlink.lossFraction == .max)
    #expect(KernelPlan(.unconditioned).uplink.lossFraction == 0)
  }

  @Test(
    "the limit holds Apple's 50 packets and what the delay line holds",
    arguments: [
      // 240 kbit/s for 400 ms are 96 000 bits: 8 frames of 1514 bytes hold them.
      (UInt64(240_000), Int64(400), UInt32(58)),
      // 50 Mbit/s for 50 ms are 2.5 Mbit: 207 frames.
      (50_000_000, 50, 257),
      (1_000, 0, 50),
    ])
  func limit(rate: UInt64, milliseconds: Int64, expected: UInt32) {
    let limit = KernelPlan.limit(rate: DataRate(bitsPerSecond: rate), delay: .milliseconds(milliseconds))
    #expect(limit == expected)
  }

  @Test("without a rate the limit is that of the delay line, and never 0")
  func openLimit() { #expect(KernelPlan.limit(rate: nil, delay: .seconds(1)) == 100_000) }

  private static func chance(_ percent: Double) throws -> Probability { try #require(Probability(percent: percent)) }

  @Test("every other condition has its attribute")
  func everything() throws {
    var lane = LinkConditions(delay: .milliseconds(100))
    lane.jitter = Jitter(deviation: .milliseconds(10), distribution: .normal, correlation: try Self.chance(25))
    lane.duplicate = try Self.chance(1)
    lane.reordering = Reordering(chance: try Self.chance(50), gap: 5)
    lane.corrupt = try Self.chance(0.1)
    let netem = Netem(lane)
    #expect(netem.jitterNanoseconds == 10_000_000)
    #expect(netem.delayCorrelation == 0x4000_0000)
    #expect(netem.distribution?.name == "normal" && netem.distribution?.table.count == 4096)
    #expect(netem.duplicateFraction == 0x028f_5c29)  // 1 %, as tc rounds it
    #expect(netem.reorderFraction == 0x8000_0000 && netem.gap == 5)
    #expect(netem.corruptFraction == 0x0041_8937)
    #expect(netem.rateBytesPerSecond == KernelPlan.openRate)
    #expect(KernelPlan.obstacles(lane).isEmpty)
  }

  @Test("uniform jitter is a straight line, since the table of an earlier profile cannot be unset")
  func uniform() throws {
    let netem = Netem(LinkConditions(delay: .milliseconds(100), jitter: Jitter(deviation: .milliseconds(10))))
    let table = try #require(netem.distribution?.table)
    #expect(table.first == -8190 && table.last == 8190 && table.reduce(0) { $0 + Int($1) } == 0)
    #expect(Netem(.none).distribution == nil)
  }

  @Test("order is given up only without a rate: with one netem never sends a packet before the one ahead")
  func order() {
    var lane = LinkConditions(
      delay: .milliseconds(100), jitter: Jitter(deviation: .milliseconds(10)), keepsOrder: false)
    #expect(Netem(lane).rateBytesPerSecond == 0)
    #expect(KernelPlan.obstacles(lane).isEmpty)
    lane.rate = .megabits(1)
    #expect(Netem(lane).rateBytesPerSecond == 125_000)
    #expect(KernelPlan.obstacles(lane).count == 1)
    // Without jitter there is nothing to reorder, and a switch needs the chain of send times.
    lane.jitter = nil
    lane.rate = nil
    #expect(Netem(lane).rateBytesPerSecond == KernelPlan.openRate)
  }

  @Test("bursts of loss: gemodel, its 1-h and 1-k, and the four states")
  func bursts() throws {
    // 4 % in bursts of 4: r = 1/4, p = r × 4/96 = 1.0417 %.
    let bursts = Netem(LinkConditions(loss: .bursts(ratio: try Self.chance(4), averageLength: 4)))
    #expect(bursts.lossFraction == 0)
    #expect(bursts.burstLoss?.becomesGood == 0x4000_0000)
    #expect(bursts.burstLoss?.becomesBad == 44_739_243)  // 0.010416… × (2³² − 1)
    #expect(bursts.burstLoss?.passesInBad == 0 && bursts.burstLoss?.lostInGood == 0)
    // As `gemodel 1% 10% 70% 0.1%`, whose third argument is 1-h: the field h holds 30 %.
    let model = GilbertElliottModel(
      becomesBad: try Self.chance(1), becomesGood: try Self.chance(10), lossInBad: try Self.chance(70),
      lossInGood: try Self.chance(0.1))
    let elliott = try #require(Netem(LinkConditions(loss: .gilbertElliott(model))).burstLoss)
    #expect(abs(Double(elliott.passesInBad) / 4_294_967_295 - 0.3) < 1e-9)
    #expect(elliott.lostInGood == 0x0041_8937)
    let chain = FourStateModel(
      p13: try Self.chance(1), p31: try Self.chance(70), p32: try Self.chance(30), p23: try Self.chance(40),
      p14: try Self.chance(2))
    let states = try #require(Netem(LinkConditions(loss: .fourState(chain))).stateLoss)
    #expect(states.p31.addingReportingOverflow(states.p32).overflow == false, "the kernel adds them in 32 bits")
    #expect(states.p13 == 0x028f_5c29 && states.p14 == 0x051e_b852)
    // Extremes have no model, and need none.
    #expect(Netem(LinkConditions(loss: .bursts(ratio: .one, averageLength: 3))).lossFraction == .max)
    #expect(Netem(LinkConditions(loss: .bursts(ratio: .zero, averageLength: 3))) == KernelPlan.open)
  }

  @Test("what netem cannot do is said beforehand")
  func obstacles() throws {
    let trace = try #require(RateTrace(name: "lte", opportunities: [1, 5, 9]))
    let tooSure = FourStateModel(p13: try Self.chance(70), p31: .one, p14: try Self.chance(40))
    for (lane, words) in [
      (LinkConditions(trace: trace), "trace"),
      (LinkConditions(rate: .megabits(1), queue: Queue(depth: .packets(50), kind: .dropHead)), "oldest"),
      (LinkConditions(rate: .megabits(1), queue: Queue(depth: .bytes(9000))), "bytes"),
      (LinkConditions(rate: .megabits(1), queue: Queue(depth: .time(.seconds(1)))), "time"),
      (LinkConditions(delay: .seconds(5), jitter: Jitter(deviation: .seconds(3))), "jitter above 2.147"),
      (LinkConditions(loss: .bursts(ratio: try Self.chance(90), averageLength: 1)), "bursts"),
      (LinkConditions(loss: .fourState(tooSure)), "above 100 %"),
    ] {
      let found = KernelPlan.obstacles(lane)
      #expect(found.count == 1 && found[0].contains(words), "\(found)")
      // Nothing of it shows where everything is lost.
      var lost = lane
      lost.loss = .total
      #expect(KernelPlan.obstacles(lost).isEmpty)
    }
    // Without a rate nothing waits, whatever the queue.
    #expect(KernelPlan.obstacles(LinkConditions(queue: Queue(depth: .bytes(1), kind: .dropHead))).isEmpty)
    #expect(BundledProfiles.all.allSatisfy { KernelPlan.obstacles($0).isEmpty })
  }

  @Test("the limit follows the profile's queue, and what jitter adds to the delay line")
  func queue() {
    let lane = LinkConditions(
      rate: .megabits(50), delay: .milliseconds(50), jitter: Jitter(deviation: .milliseconds(10)),
      queue: Queue(depth: .packets(1000)))
    // 50 Mbit/s for 60 ms are 3 Mbit: 248 frames of 1514 bytes.
    #expect(Netem(lane).limitPackets == 1248)
  }

  @Test("one family's conditions take roads of their own, and every packet has one road")
  func paths() {
    let any = KernelPaths(.any).redirects
    for family in ProtocolFamily.allCases {
      let paths = KernelPaths(family).redirects
      for end in KernelPaths.End.allCases {
        let priorities = paths.filter { $0.from == end }.map(\.priority)
        #expect(Set(priorities).count == priorities.count, "a priority is taken away with its filter")
      }
      // What was there before stays where the new roads have it too: no packet is without a road in between.
      #expect(any.filter { $0.match == .all }.isSubset(of: paths))
    }
    #expect(KernelPaths(.ipv4).redirects.contains { $0.from == .networkSide && $0.to == .downlinkNear })
    #expect(!KernelPaths(.ipv4).redirects.contains { $0.match == .udpDestinationPort(53, .ipv6) })
  }
}

import Netlink
import Profiles
import Testing

@testable import Conditioner

@Suite("Settings in the words of tc")
struct TrafficControlTests {
  private static func chance(_ percent: Double) throws -> Probability { try #require(Probability(percent: percent)) }

  @Test("every attribute has its words")
  func everything() throws {
    var lane = LinkConditions(rate: .kilobits(780), delay: .microseconds(1500))
    lane.jitter = Jitter(deviation: .nanoseconds(250_500), distribution: .pareto, correlation: try Self.chance(25))
    lane.duplicate = try Self.chance(1)
    lane.reordering = Reordering(chance: try Self.chance(50), gap: 5)
    lane.corrupt = try Self.chance(0.1)
    lane.loss = .independent(try Self.chance(2.5))
    #expect(
      TrafficControl.words(.netem(Netem(lane)))
        == "netem limit 51 delay 1500us 250.5us 25% distribution pareto loss 2.5% duplicate 1% reorder 50% gap 5 "
        + "corrupt 0.1% rate 780000bit")
  }

  @Test("in a change what is over is said, as the kernel keeps what tc does not send")
  func changed() throws {
    var before = LinkConditions(delay: .milliseconds(10))
    before.jitter = Jitter(deviation: .milliseconds(1), distribution: .normal, correlation: try Self.chance(25))
    before.corrupt = try Self.chance(1)
    var after = LinkConditions(delay: .milliseconds(20))
    after.jitter = Jitter(deviation: .milliseconds(2))
    after.keepsOrder = false
    let (old, new) = (Qdisc.netem(Netem(before)), Qdisc.netem(Netem(after)))
    #expect(
      TrafficControl.words(new, after: old) == "netem limit 100000 delay 20ms 2ms 0% corrupt 0% rate 0bit")
    #expect(TrafficControl.words(new) == "netem limit 100000 delay 20ms 2ms")
    #expect(TrafficControl.limits(new, after: old).first?.contains("'normal'") == true)
    #expect(TrafficControl.limits(new).isEmpty && TrafficControl.limits(old).isEmpty)
  }

  @Test("what tc refuses although the kernel takes it is said")
  func limits() throws {
    #expect(TrafficControl.limits(.netem(Netem(LinkConditions(delay: .seconds(274))))).isEmpty)
    #expect(TrafficControl.limits(.netem(Netem(LinkConditions(delay: .seconds(275))))).count == 1)
    var lane = LinkConditions()
    lane.jitter = Jitter(deviation: .milliseconds(1), distribution: .normal)
    #expect(TrafficControl.limits(.netem(Netem(lane))).first?.contains("no delay") == true)
    #expect(TrafficControl.limits(.blackhole).isEmpty)
    var reordered = LinkConditions(delay: .milliseconds(1))
    reordered.reordering = Reordering(chance: try Self.chance(5), gap: 3)
    let limits = TrafficControl.limits(.netem(KernelPlan.open), after: .netem(Netem(reordered)))
    #expect(limits.count == 1 && limits[0].contains("does not do it"))
  }

  @Test("models of loss: tc is told 1-h and 1-k")
  func loss() throws {
    let model = GilbertElliottModel(
      becomesBad: try Self.chance(1), becomesGood: try Self.chance(10), lossInBad: try Self.chance(70),
      lossInGood: try Self.chance(0.1))
    #expect(
      TrafficControl.words(.netem(Netem(LinkConditions(loss: .gilbertElliott(model)))))
        .contains("loss gemodel 1% 10% 70% 0.1%"))
    let chain = FourStateModel(
      p13: try Self.chance(1), p31: try Self.chance(70), p32: try Self.chance(20), p23: try Self.chance(40),
      p14: try Self.chance(2))
    #expect(
      TrafficControl.words(.netem(Netem(LinkConditions(loss: .fourState(chain)))))
        .contains("loss state 1% 70% 20% 40% 2%"))
    #expect(TrafficControl.words(.netem(Netem(LinkConditions(loss: .total)))).contains("loss 100%"))
    // One in 2³² − 1, the smallest there is, is not written as 0.
    #expect(
      TrafficControl.words(
        .netem(Netem(LinkConditions(loss: .independent(try #require(Probability(fraction: 1e-12))))))
      )
      .contains("loss 0.00000002"))
  }
}

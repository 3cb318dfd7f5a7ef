import Conditioner
import Profiles
import ReachabilityKit
import Testing

@testable import Harness

/// Why the same seed gives the same sequence of transitions.
///
/// The userspace engine decides a packet's fate by the seed, the flow and the packet's place in the flow. A run's sequence is
/// then another one only if a probe, or its answer, comes to lie on the other side of a change of conditions than in the run
/// before, and if its fate there is another. The first is possible only within ``ProbeCrossings/margin`` of a change, in a
/// run that does not say it was starved; the chance of the second is at most what the losses of the two conditions differ by.
/// The sum over a run's echoes and name look-ups is an upper bound of the chance that any of them fares otherwise. It is 0
/// for what is bundled: the parts of ramps keep away from probes (``RunPlan/awayFromProbes(_:beginning:probe:)``), and the
/// steps of bundled scenarios were chosen so. HTTP is left out: whether it fails decides nothing. What is left is the order
/// in which answers come and echoes are given up, for which see ``SequenceChanceTests``.
@Suite("What lies between changes and probes")
struct SequenceMarginTests {
  /// More than this and runs are not repeatable.
  private static let limit = 0.001

  private static let plans =
    BundledProfiles.all.map { RunPlan($0, phases: HarnessPhases()) }
    + BundledScenarios.all.map { RunPlan($0, seed: 11) }

  /// At most how likely it is that a probe of a run fares otherwise than in another run with the same seed.
  static func chance(of plan: RunPlan) -> Double {
    let margin = ProbeCrossings.margin.wholeNanoseconds
    let crossings = ProbeCrossings(plan).all
    var held = Dictionary(uniqueKeysWithValues: plan.interfaces.map { ($0.name, Profile.unconditioned) })
    var sum = 0.0
    for change in plan.changes {
      let before = held
      held[change.interface] = change.profile
      // What is made before the run begins is no change.
      guard change.time > .zero else { continue }
      func carrier(_ held: [String: Profile]) -> String? {
        plan.interfaces.map(\.name).first { held[$0]?.linkState == .up }
      }
      guard let old = before[change.interface] else { continue }
      let hasOtherCarrier = carrier(before) != carrier(held)
      let hasOtherState = (old.linkState == .up) != (change.profile.linkState == .up)
      for crossing in crossings where abs(crossing.time - change.time.wholeNanoseconds) < margin {
        let isHere = crossing.interface == change.interface
        switch crossing.place {
        case .client: sum += hasOtherCarrier ? 1 : 0
        case .uplink: sum += isHere ? difference(old.uplink, change.profile.uplink) : 0
        case .downlink:
          sum += isHere ? difference(old.downlink, change.profile.downlink) : 0
          sum += isHere && crossing.kind == .dns && old.dnsFailure != change.profile.dnsFailure ? 1 : 0
        case .answer: sum += isHere && hasOtherState ? 1 : 0
        }
      }
    }
    // An answer that comes when it is about to be given up may be one in time or not.
    let configuration = ProbeConfiguration(targets: [])
    for answer in crossings where answer.place == .answer {
      let wait = answer.kind == .dns ? configuration.dnsTimeout : plan.probe.timeout ?? configuration.timeout
      sum += abs(answer.time - answer.sent - wait.wholeNanoseconds) < margin ? 1 : 0
    }
    return min(1, sum)
  }

  /// At most how likely a frame is lost, or broken, under only one of two conditions.
  ///
  /// Losses that are each on their own are drawn alike under both, so that only a draw between the two chances makes a
  /// difference. A model of bursts begins anew with new conditions: what it lost before may then pass, and what passed
  /// before may be followed by a burst that began a frame earlier or later. That is at most what both lose together.
  private static func difference(_ a: LinkConditions, _ b: LinkConditions) -> Double {
    let (first, second) = (a.loss.average.fraction, b.loss.average.fraction)
    let lost =
      if case .independent = a.loss, case .independent = b.loss { abs(first - second) } else { first + second }
    return min(1, lost + abs(a.corrupt.fraction - b.corrupt.fraction))
  }

  @Test(
    "in a bundled profile or scenario no probe has another fate with the same seed in one run of a thousand",
    arguments: plans.map(\.title))
  func bundled(title: String) throws {
    let plan = try #require(Self.plans.first { $0.title == title })
    let chance = Self.chance(of: plan)
    if chance > 0 { print("\(title): another sequence in \(chance * 100) % of runs with the same seed at most") }
    #expect(chance < Self.limit, "\(title): \(chance)")
  }

  /// 100 ms each way, so that answers to the probes at 250 ms, 750 ms and so on meet the downlink 100 ms later and come
  /// back after another; name look-ups are at 250 ms, 1250 ms and so on.
  private static func plan(
    at milliseconds: Int, from old: Profile = late(), to new: Profile, _ probe: ScenarioProbe = ScenarioProbe()
  ) -> RunPlan {
    func change(_ time: Duration, _ profile: Profile) -> PlannedChange {
      PlannedChange(time: time, step: "step", interface: "eth0", profile: profile)
    }
    return RunPlan(
      title: "plan", scenario: "plan", profile: old, interfaces: [LabInterface(.wiredEthernet, name: "eth0")],
      changes: [change(.zero, old), change(.milliseconds(milliseconds), new)], end: .seconds(6), probe: probe)
  }

  private static func late(
    up: LossModel = .none, down: LossModel = .none, _ state: LinkState = .up, delay: Duration = .milliseconds(100)
  ) -> Profile {
    var profile = Profile(
      name: "Late", downlink: LinkConditions(delay: delay, loss: down), uplink: LinkConditions(delay: delay, loss: up))
    profile.linkState = state
    return profile
  }

  @Test("a change of loss near a request or its answer counts with the difference")
  func near() throws {
    let tenth = LossModel.independent(try #require(Probability(percent: 10)))
    let fifth = LossModel.independent(try #require(Probability(percent: 20)))
    let bursts = LossModel.bursts(ratio: try #require(Probability(percent: 10)), averageLength: 4)
    let cases: [(name: String, plan: RunPlan, chance: Double)] = [
      ("an answer", Self.plan(at: 2_850, to: Self.late(down: tenth)), 0.1),
      ("30 ms before", Self.plan(at: 2_820, to: Self.late(down: tenth)), 0.1),
      ("30 ms behind", Self.plan(at: 2_880, to: Self.late(down: tenth)), 0.1),
      ("50 ms before", Self.plan(at: 2_800, to: Self.late(down: tenth)), 0),
      ("50 ms behind", Self.plan(at: 2_900, to: Self.late(down: tenth)), 0),
      ("an answer, loss up", Self.plan(at: 2_850, to: Self.late(up: tenth)), 0),
      ("a request", Self.plan(at: 2_750, to: Self.late(up: tenth)), 0.1),
      ("a request, loss down", Self.plan(at: 2_750, to: Self.late(down: tenth)), 0),
      ("answers of an echo and a name", Self.plan(at: 2_350, to: Self.late(down: tenth)), 0.2),
      ("of 20 % to 10 %", Self.plan(at: 2_850, from: Self.late(down: fifth), to: Self.late(down: tenth)), 0.1),
      (
        "bursts of 10 % after 20 %", Self.plan(at: 2_850, from: Self.late(down: fifth), to: Self.late(down: bursts)),
        0.3
      ),
      ("bursts again", Self.plan(at: 2_850, from: Self.late(down: bursts), to: Self.late(down: bursts)), 0.2),
      ("total loss", Self.plan(at: 2_850, to: Self.late(down: .total)), 1),
      ("no answer to lose", Self.plan(at: 2_850, from: Self.late(up: .total), to: Self.late(down: .total)), 0),
      ("the link goes as a request comes", Self.plan(at: 2_750, to: Self.late(.noCarrier)), 1),
      ("as an answer meets the downlink", Self.plan(at: 2_850, to: Self.late(.noCarrier)), 0),
      ("as an answer comes back", Self.plan(at: 2_950, to: Self.late(.down)), 1),
      (
        "a delay that makes answers late by a little", Self.plan(at: 2_500, to: Self.late(delay: .milliseconds(990))), 1
      ),
      ("by much", Self.plan(at: 2_500, to: Self.late(delay: .milliseconds(1_100))), 0),
    ]
    for (name, plan, chance) in cases {
      let got = Self.chance(of: plan)
      #expect(abs(got - chance) < 1e-9, "\(name): \(got)")
    }
  }

  @Test("parts of a ramp come where no probe and no answer is near, whatever the probe's interval")
  func ramps() throws {
    for interval in [50, 100, 150, 500, 1_000, 1_300] {
      let plan = RunPlan(
        try Self.scenario(
          """
          Probe = { Interval = "\(interval) ms"; };
          Steps = ( { At = "0 s"; Profile = LTE; },
            { At = "2 s"; Ramp = { To = "Very Bad Network"; Over = "10 s"; }; } );
          """), seed: 1)
      let crossings = ProbeCrossings(plan)
      let parts = plan.rest.filter { $0.time < .seconds(12) }
      #expect(parts.count > 90, "\(interval)")
      for (index, part) in parts.enumerated() where index > 0 {
        let time = part.time.wholeNanoseconds
        let gap = crossings.all.filter { $0.place != .answer }.map { abs($0.time - time) }.min()
        #expect(gap ?? 0 >= crossings.distance, "\(interval): \(part.time)")
      }
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.time < $1.time })
      // Steps stay where they were written, and the ramp ends when it was to end.
      #expect(plan.rest.last?.time == .seconds(12) && plan.rest.last?.profile.name == "Very Bad Network")
    }
  }

  private static func scenario(_ text: String) throws -> Scenario {
    try Scenario(
      propertyList: Array("{ Name = x; End = \"20 s\"; \(text) }".utf8), file: "x.plist",
      profiles: ProfileStore(workingDirectory: nil, home: nil))
  }
}

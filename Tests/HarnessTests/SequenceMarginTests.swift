import Conditioner
import Profiles
import ReachabilityKit
import Testing

@testable import Harness

/// Why the same seed gives the same sequence of transitions.
///
/// The userspace engine decides a packet's fate by the seed, the flow and the packet's place in the flow. A run's sequence is
/// then another one only if a probe comes to lie on the other side of a change of conditions than in the run before. That
/// takes a change, or a probe, that comes too late by as much as lies between the two.
///
/// A reply meets the downlink a delay later than its request met the uplink, for which a ramp's parts of 100 ms leave no
/// margin. There the chance is small because neighbouring parts differ by little: 0.1 % of loss where a ramp takes 10 % away
/// in 10 s, so that of its 20 echoes, of which 6 % come within 3 ms of a change, 20 · 0.06 · 0.001, or 0.12 % of runs at
/// most, have one with another fate.
@Suite("What lies between changes and probes")
struct SequenceMarginTests {
  /// A run says that it was starved if a thread woke more than 5 ms late. Times of change are made by threads that are as
  /// late as that one; the margin is eight times as much, so that no run that does not say so comes near it.
  private static let margin: Duration = .milliseconds(40)

  private static let plans =
    BundledProfiles.all.map { RunPlan($0, phases: HarnessPhases()) }
    + BundledScenarios.all.map { RunPlan($0, seed: 11) }

  /// The least time between any of a plan's changes and the nearest probe of any kind.
  static func margin(of plan: RunPlan) -> Duration {
    var configuration = ProbeConfiguration(targets: [])
    configuration.apply(plan.probe)
    // Echoes come at these times, and name look-ups and requests, whose intervals are multiples of theirs, at some of them.
    let interval = configuration.interval.wholeNanoseconds
    let first = plan.probePhase.wholeNanoseconds
    let gaps = plan.rest.map { change -> Int64 in
      let since = (change.time.wholeNanoseconds - first) % interval
      let gap = since < 0 ? since + interval : since
      return min(gap, interval - gap)
    }
    return .nanoseconds(gaps.min() ?? interval)
  }

  @Test("no bundled profile or scenario changes conditions near a probe", arguments: plans)
  func margins(plan: RunPlan) {
    let margin = Self.margin(of: plan)
    #expect(margin >= Self.margin, "\(plan.title): \(margin)")
    let configuration = ProbeConfiguration(targets: [])
    for interval in [configuration.dnsInterval, configuration.httpInterval] {
      #expect(interval.wholeNanoseconds % configuration.interval.wholeNanoseconds == 0)
    }
  }

  @Test("a plan that does is seen")
  func near() {
    // The probe comes at 250 ms and every 500 ms from then on.
    for (baseline, margin) in [(1_000, 250), (1_250, 0), (1_260, 10), (1_740, 10)] {
      let plan = RunPlan(
        .unconditioned,
        phases: HarnessPhases(baseline: .milliseconds(baseline), applied: .seconds(1), removed: .seconds(1)))
      #expect(Self.margin(of: plan) == .milliseconds(margin), "\(baseline)")
    }
  }
}

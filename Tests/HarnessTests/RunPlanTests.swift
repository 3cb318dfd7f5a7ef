import Conditioner
import Profiles
import Record
import Testing

@testable import Harness

@Suite("Plans of runs")
struct RunPlanTests {
  private static let late = Profile(name: "Late", downlink: LinkConditions(delay: .seconds(1)))

  @Test("a profile is three changes at the ends of its phases")
  func phases() {
    let plan = RunPlan(
      Self.late, phases: HarnessPhases(baseline: .seconds(1), applied: .seconds(2), removed: .seconds(3)))
    #expect(plan.changes.map(\.time) == [.zero, .seconds(1), .seconds(3)])
    #expect(plan.changes.map(\.step) == ["baseline", "applied", "removed"])
    #expect(plan.changes.map(\.profile.isUnconditioned) == [true, false, true])
    #expect(plan.end == .seconds(6))
    #expect(plan.phases == ["baseline": 1_000_000_000, "applied": 2_000_000_000, "removed": 3_000_000_000])
    #expect(plan.beginning.count == 1)
  }

  @Test("changes of one moment come in an order in which no path is there that nobody planned")
  func sameMoment() {
    func change(_ second: Int, _ step: String, _ interface: String, _ state: LinkState) -> PlannedChange {
      var profile = Profile.unconditioned
      profile.linkState = state
      return PlannedChange(time: .seconds(second), step: step, interface: interface, profile: profile)
    }
    let ordered = RunPlan.inOrder(
      [
        change(5, "a", "wlan0", .down), change(5, "b", "wwan0", .down), change(9, "c", "wlan0", .up),
        change(9, "d", "wwan0", .up), change(12, "e", "wlan0", .noCarrier), change(12, "f", "wwan0", .up),
        change(12, "g", "wwan0", .up),
      ], interfaces: ["wlan0", "wwan0"])
    // All down: the one that carries nothing first. Both up: the best one first. One for the other: first the new one.
    #expect(ordered.map(\.step) == ["b", "a", "c", "d", "f", "g", "e"])
  }

  @Test("of the times in which a thread was late the longest are kept, in their order")
  func stalls() {
    var stalls = Stalls()
    for index in 0..<Int64(200) {
      // Lengths of 1 to 200, no two alike, in no order.
      stalls.note(from: index * 1_000, to: index * 1_000 + 1 + index * 67 % 200)
    }
    let lengths = stalls.longest.map { $0.to - $0.from }
    #expect(lengths.sorted() == Array(151...200))
    #expect(zip(stalls.longest, stalls.longest.dropFirst()).allSatisfy { $0.from < $1.from })
  }

  private static func started(_ plan: RunPlan, _ options: HarnessOptions, monitors: [String]) -> RunStarted {
    RunStarted(
      tool: "linkcond", profile: ProfileRecord(plan.profile), engine: "kernel", engineReason: "", kernel: "",
      seed: plan.seed ?? options.seed,
      wallClock: "", monitors: monitors, families: [], processors: 1, congestionControl: "", buffers: [], offloads: [],
      phases: plan.phases, scenario: plan.scenario, plan: PlanRecord(plan, options))
  }

  @Test("runs are done again with their own seeds, as many at a time, and each with its monitors")
  func again() throws {
    let scenario = try Scenario(
      propertyList: Array(
        "{ Name = S; Steps = ( { At = \"1 s\"; State = down; } ); Seed = 7; Monitors = (path); }".utf8),
      file: "s.plist", profiles: ProfileStore(workingDirectory: nil, home: nil))
    let plans = [RunPlan(scenario, seed: 3), RunPlan(Self.late, phases: HarnessPhases())]
    #expect(plans.map(\.seed) == [7, nil])
    let options = HarnessOptions(plans: plans, seed: 3, monitors: [.path, .probe], jobs: 1)
    let runs = [
      Self.started(plans[0], options, monitors: ["path"]),
      Self.started(plans[1], options, monitors: ["path", "probe"]),
    ]
    let again = try HarnessOptions(repeating: runs)
    #expect(again.plans.map(\.seed) == [7, 3])
    #expect(again.plans.map(\.monitors) == [["path"], nil])
    #expect(again.monitors == [.path, .probe])
    #expect(again.jobs == 1 && again.engine == .kernel)
    #expect(again.plans.map(\.changes) == plans.map(\.changes))
    #expect(try HarnessOptions(repeating: runs, by: .userspace).engine == .userspace)
    let all = try HarnessOptions(repeating: plans.map { Self.started($0, HarnessOptions(plans: plans), monitors: []) })
    #expect(all.jobs == 2)
  }

  @Test("runs of one title get numbers, so that a record tells them apart")
  func names() {
    let plans = ["a", "b", "a", "a"].map { RunPlan(Profile(name: $0), phases: HarnessPhases()) }
    #expect(RunPlan.names(plans) == ["a", "b", "a #2", "a #3"])
  }

  @Test("a step lasts from when it held to when the next was begun; one with many conditions asks for nothing")
  func spans() {
    func change(_ step: String, _ interface: String, _ profile: Profile) -> PlannedChange {
      PlannedChange(time: .zero, step: step, interface: interface, profile: profile)
    }
    let beginning = [change("start", "wlan0", .unconditioned), change("start", "wwan0", Self.late)]
    var spans = StepSpans(beginning[...], at: 0)
    var gone = Profile.unconditioned
    gone.linkState = .noCarrier
    spans.begin(change("lost", "wlan0", gone), AppliedCondition(began: 100, applied: 110))
    spans.begin(change("ramp", "wlan0", .unconditioned), AppliedCondition(began: 2_000_000_110, applied: 2_000_000_120))
    spans.begin(change("ramp", "wlan0", gone), AppliedCondition(began: 2_000_000_130, applied: 2_000_000_140))
    spans.end(at: 4_000_000_000)
    #expect(spans.all.map(\.step) == ["start", "lost", "ramp"])
    #expect(spans.all.map(\.profile) == [.unconditioned, Self.late, nil])
    #expect(spans.all.map(\.from) == [0, 110, 2_000_000_120])
    #expect(spans.all.map(\.to) == [100, 2_000_000_110, 4_000_000_000])
    #expect(spans.measurable.map(\.step) == ["lost", "ramp"])
    #expect(spans.lastApplied == 2_000_000_140)
  }

  @Test("a run is back once every monitor says what it said before the conditions came")
  func board() {
    let board = StatusBoard()
    board.note("path", "satisfied")
    #expect(!board.isBack, "there is nothing to come back to yet")
    board.note("probe", "online")
    board.keepAsBaseline()
    #expect(board.isBack)
    board.note("probe", "offline")
    #expect(!board.isBack)
    board.note("probe", "online")
    board.note("app", "new since then")
    #expect(board.isBack)
  }
}

import Record
import Testing

@testable import Report

@Suite("What counts as noise in a comparison")
struct NoiseFloorTests {
  /// Wi-Fi is lost at 5 s, and so many ms later a monitor says so.
  static func run(
    _ monitor: String, after delay: Double, from: String = "satisfied", to: String = "satisfied",
    interval: Int64? = nil, starved: Double = 0
  ) -> RunStory {
    var run = SyntheticRun(SyntheticRun.profile("Wi-Fi"), monitors: [monitor])
    if let interval, case .runStarted(var started) = run.events[0].payload {
      started.plan = PlanRecord(
        interfaces: [], profiles: [], changes: [], end: 9_000_000_000, surveyedStep: nil,
        probe: PlanRecord.Probe(
          interval: interval * 1_000_000, timeout: nil, failuresToGoOffline: nil, successesToComeOnline: nil),
        monitors: nil, expectations: [])
      run = SyntheticRun(SyntheticRun.profile("Wi-Fi"), started: started)
    }
    run.step("start", SyntheticRun.profile("Wi-Fi"), at: 0)
    if from != "unknown" {
      run.transition(monitor, "unknown", from, in: "start", first: 10, decided: 10, delivered: 10)
    }
    run.step("Wi-Fi lost", SyntheticRun.profile("Wi-Fi", linkState: "noCarrier"), at: 5_000)
    run.transition(
      monitor, from, to, in: "Wi-Fi lost", first: 5_001, decided: 5_000 + delay, delivered: 5_000 + delay,
      interfaces: from == to ? ("wlan0", "wwan0") : (nil, nil))
    let worst = starved > 0 ? Int64(starved * 1e6) : nil
    run.add(9_000, .runFinished(RunFinished(outcome: "completed", starved: worst)))
    return RunStory(name: run.name, events: run.events)
  }

  /// What is told of a monitor that says it so many ms after the change before and now: the noise in ms, and whether it
  /// is worse.
  static let cases: [(name: String, before: RunStory, now: RunStory, asked: Int64?, noise: Int64, isWorse: Bool)] = [
    ("a hand-over 400 ms later", run("path", after: 4), run("path", after: 404), nil, 50, true),
    ("a hand-over 50 ms later", run("path", after: 4), run("path", after: 54), nil, 50, false),
    ("a hand-over 51 ms later", run("path", after: 4), run("path", after: 55), nil, 50, true),
    (
      "flags 100 ms later", run("reachability", after: 4, from: "reachableViaWiFi", to: "notReachable"),
      run("reachability", after: 104, from: "reachableViaWiFi", to: "notReachable"), nil, 50, true
    ),
    (
      "a path that comes first as its monitor starts", run("path", after: 4, from: "unknown"),
      run("path", after: 404, from: "unknown"), nil, 500, false
    ),
    (
      "a thread was 30 ms late", run("path", after: 4, starved: 30), run("path", after: 84), nil, 80, false
    ),
    (
      "a thread was 2 s late", run("path", after: 4), run("path", after: 504, starved: 2_000), nil, 500, false
    ),
    (
      "a probe every 500 ms", run("probe", after: 1_000, from: "online", to: "offline"),
      run("probe", after: 1_500, from: "online", to: "offline"), nil, 500, false
    ),
    (
      "a probe every 200 ms", run("probe", after: 1_000, from: "online", to: "offline", interval: 200),
      run("probe", after: 1_300, from: "online", to: "offline", interval: 200), nil, 200, true
    ),
    (
      "a probe every 2 s", run("probe", after: 1_000, from: "online", to: "offline", interval: 2_000),
      run("probe", after: 2_900, from: "online", to: "offline", interval: 2_000), nil, 2_000, false
    ),
    (
      "a program", run("app", after: 1_000, from: "on", to: "off"), run("app", after: 1_400, from: "on", to: "off"),
      nil,
      500, false
    ),
    ("a floor that is asked for", run("path", after: 4), run("path", after: 404), 1_000, 1_000, false),
    (
      "one that is lower", run("app", after: 1_000, from: "on", to: "off"),
      run("app", after: 1_400, from: "on", to: "off"),
      300, 300, true
    ),
  ]

  @Test("the floor fits how the monitor learns of a change", arguments: cases.indices)
  func floors(_ index: Int) {
    let test = Self.cases[index]
    let comparison = RecordComparison([test.before], [test.now], floor: test.asked.map { $0 * 1_000_000 })
    let item = comparison.groups.flatMap(\.transitions).last
    #expect(item?.noise == test.noise * 1_000_000, "\(test.name)")
    #expect(comparison.isWorse == test.isWorse, "\(test.name)")
  }

  @Test("repeats that differ by more are more noise")
  func spread() {
    let before = [4.0, 154, 80].map { Self.run("path", after: $0) }
    let comparison = RecordComparison(before, [Self.run("path", after: 220)])
    #expect(comparison.groups.flatMap(\.transitions).last?.noise == 150_000_000)
    #expect(!comparison.isWorse)
  }

  @Test("the conclusion tells the floors")
  func conclusion() {
    func text(_ monitors: [String], asked: Int64? = nil) -> String {
      let runs = monitors.map { monitor in Self.run(monitor, after: 4, from: "on", to: "off") }
      // Runs of one name are repeats of each other.
      return ComparisonTable(RecordComparison(runs, runs, floor: asked)).text(width: 200, color: false)
    }
    #expect(text(["path"]).contains("Less than 50 ms, or than repeats differ by, counts as noise."))
    #expect(
      text(["path", "reachability", "probe", "app"]).contains(
        "Less than 50 ms (path, reachability), 500 ms (app, probe), or than repeats differ by, counts as noise."))
    #expect(text(["path", "app"], asked: 300_000_000).contains("Less than 300 ms, or than repeats differ by"))
  }
}

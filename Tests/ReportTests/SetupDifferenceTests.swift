import Record
import Testing

@testable import Report

@Suite("Records that were not made alike")
struct SetupDifferenceTests {
  static func story(
    _ name: String = "Edge", delay: Int64 = 400, engine: String = "kernel",
    change: (inout RunStarted) -> Void = { _ in }
  ) -> RunStory {
    var run = SyntheticRun(SyntheticRun.profile(name, delay: delay), engine: engine)
    run.beginWell()
    run.finish()
    let events = run.events.map { event -> RecordEvent in
      guard case .runStarted(var started) = event.payload else { return event }
      change(&started)
      return RecordEvent(t: event.t, n: event.n, run: event.run, payload: .runStarted(started))
    }
    return RunStory(name: run.name, events: events)
  }

  @Test("runs that were made alike differ in nothing")
  func alike() { #expect(RecordComparison([Self.story()], [Self.story(), Self.story()]).differences.isEmpty) }

  static let cases: [(b: RunStory, text: String)] = [
    (story(engine: "userspace"), "engine  kernel → userspace"),
    (story { $0.seed = 7 }, "seed  1 → 7"),
    (story { $0.kernel = "6.6.0" }, "kernel  6.1.0 → 6.6.0"),
    (story { $0.app = AppPlan(command: ["curl", "http://origin.test/"]) }, "command  none → curl http://origin.test/"),
    (story(delay: 500), "profile  each way 400 ms → each way 500 ms"),
  ]

  @Test("what was made differently is said in the first lines and in the data", arguments: cases.indices)
  func differences(_ index: Int) throws {
    let comparison = RecordComparison([Self.story()], [Self.cases[index].b])
    let lines = ComparisonTable(comparison).text(color: false).split(separator: "\n")
    #expect(lines[0] == "The two were not made alike, which may be behind what differs:")
    #expect(lines[1] == "  \(Self.cases[index].text)")
    #expect(comparison.differences.count == 1)
  }

  @Test("a command that differs under some profiles alone names them; a pattern of one side alone is none")
  func someGroups() throws {
    let app = { (command: String, pattern: String?) in AppPlan(command: [command], statusPattern: pattern) }
    let differences = RecordComparison(
      [Self.story { $0.app = app("old", "x") }, Self.story("3G")],
      [Self.story { $0.app = app("new", "y") }, Self.story("3G")]
    ).differences
    #expect(differences.map(\.what) == ["command", "status"])
    #expect(differences[0].groups == ["Edge"] && differences[0].a == ["old"] && differences[0].b == ["new"])
  }

  @Test("plans that differ in a time alone have different texts")
  func plans() throws {
    func plan(_ time: Int64) -> PlanRecord {
      PlanRecord(
        interfaces: [], profiles: ["p"],
        changes: [PlanRecord.Change(time: time, step: "s", interface: "i", profile: 0)],
        end: 10_000_000_000, surveyedStep: nil, probe: nil, monitors: nil, expectations: [])
    }
    let differences = RecordComparison(
      [Self.story { $0.plan = plan(1) }], [Self.story { $0.plan = plan(2) }]
    ).differences
    #expect(differences.map(\.what) == ["plan"])
    #expect(differences[0].a[0].hasPrefix("1 change in 10 s (#"))
    #expect(differences[0].a != differences[0].b)
  }
}

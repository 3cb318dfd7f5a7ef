import Record
import Testing

@testable import Report

@Suite("Comparing two records")
struct RecordComparisonTests {
  typealias Change = RunAnalysisTests.Change

  /// A run under total loss, or under delay, with what the probe did.
  static func run(
    _ changes: [Change], isOutage: Bool = true, finishes: Bool = true, expectations: [ExpectationResult] = []
  ) -> RunStory {
    let profile = SyntheticRun.profile("Tunnel", delay: isOutage ? 0 : 400, loss: isOutage ? 1 : 0)
    var run = SyntheticRun(profile)
    run.beginWell()
    run.step("applied", at: 2_000)
    run.step("removed", at: 8_000)
    for change in changes {
      run.transition(
        change.monitor, change.from, change.to, in: change.step, first: change.at, decided: change.at,
        delivered: change.at)
    }
    if finishes {
      run.add(12_000, .runFinished(RunFinished(outcome: "completed", expectations: expectations)))
    }
    return RunStory(name: run.name, events: run.events)
  }

  static func offline(_ at: Double) -> Change { RunAnalysisTests.probe("online", "offline", "applied", at) }
  static func back(_ at: Double) -> Change { RunAnalysisTests.probe("offline", "online", "removed", at) }

  static let there = [offline(5_000), back(8_400)]

  /// Repeats before and now, and what is different: change, verdict, monitor and status.
  static let cases: [(name: String, a: [RunStory], b: [RunStory], differences: [String])] = [
    ("nothing", [run(there)], [run(there)], []),
    ("within the floor", [run(there)], [run([offline(5_500), back(8_000)])], []),
    ("2 s later", [run(there)], [run([offline(7_000), back(8_400)])], ["moved worse probe offline"]),
    ("2 s sooner", [run(there)], [run([offline(3_000), back(8_400)])], ["moved better probe offline"]),
    // The repeats before differ by 3 s, so 2 s are noise.
    (
      "within the spread", [run([offline(3_000), back(8_400)]), run([offline(6_000), back(8_400)])],
      [run([offline(6_500), back(8_400)])], []
    ),
    (
      "beyond the spread", [run([offline(3_000), back(8_400)]), run([offline(4_000), back(8_400)])],
      [run([offline(5_000), back(8_400)])], ["moved worse probe offline"]
    ),
    ("no longer noticed", [run(there)], [run([])], ["vanished worse probe offline", "vanished changed probe online"]),
    ("noticed at last", [run([])], [run(there)], ["appeared better probe offline", "appeared changed probe online"]),
    ("no longer back", [run(there)], [run([offline(5_000)])], ["vanished worse probe online"]),
    (
      "away without an outage", [run([], isOutage: false)], [run(there, isOutage: false)],
      ["appeared worse probe offline", "appeared changed probe online"]
    ),
    (
      "no longer away without an outage", [run(there, isOutage: false)], [run([], isOutage: false)],
      ["vanished better probe offline", "vanished changed probe online"]
    ),
    (
      "by way of degraded", [run(there)],
      [
        run([
          RunAnalysisTests.probe("online", "degraded", "applied", 3_000),
          RunAnalysisTests.probe("degraded", "offline", "applied", 5_200), back(8_400),
        ])
      ], ["appeared changed probe degraded"]
    ),
    (
      "a flap more", [run(there)],
      [
        run([
          offline(5_000), RunAnalysisTests.probe("offline", "online", "applied", 6_000),
          RunAnalysisTests.probe("online", "offline", "applied", 7_000), back(8_400),
        ])
      ],
      ["appeared worse probe online", "appeared worse probe offline"]
    ),
    // One of three: too few to say that it appeared.
    (
      "now and then", [run([]), run([])], [run(there), run([]), run([])],
      ["unsteady same probe offline", "unsteady same probe online"]
    ),
  ]

  private static func ended(_ status: String, in step: String = "applied", _ at: Double = 4_000) -> Change {
    RunAnalysisTests.app("up", status, step, at)
  }

  @Test(
    "a program that fails now is worse, one that failed before is better",
    arguments: [
      ([], [ended("exited 1")], ["appeared worse exited 1"]),
      ([], [ended("killed by signal 11")], ["appeared worse killed by signal 11"]),
      ([ended("exited 1")], [], ["vanished better exited 1"]),
      ([ended("exited 0")], [ended("exited 3")], ["appeared worse exited 3", "vanished changed exited 0"]),
      ([ended("exited 3")], [ended("exited 0")], ["appeared changed exited 0", "vanished better exited 3"]),
      ([ended("exited 3")], [ended("exited 4")], ["appeared changed exited 4", "vanished changed exited 3"]),
      // It does not come to its end any more.
      ([ended("exited 0")], [], ["vanished worse exited 0"]), ([], [ended("exited 0")], ["appeared changed exited 0"]),
    ] as [([Change], [Change], [String])])
  func ends(a: [Change], b: [Change], found: [String]) {
    let up = RunAnalysisTests.app("unknown", "up", "baseline", 100)
    let comparison = RecordComparison([Self.run([up] + a)], [Self.run([up] + b)])
    let texts = comparison.groups.flatMap(\.transitions).filter { $0.change != .same }
      .map { "\($0.change.rawValue) \($0.verdict.rawValue) \($0.to)" }
    #expect(texts.sorted() == found)
    #expect(comparison.isWorse == found.contains { $0.contains(" worse ") })
  }

  @Test("what appeared, vanished and moved beyond the noise", arguments: cases.indices)
  func differences(_ index: Int) {
    let test = Self.cases[index]
    let comparison = RecordComparison(test.a, test.b)
    let differences = comparison.groups.flatMap(\.transitions).filter { $0.change != .same }
      .map { "\($0.change.rawValue) \($0.verdict.rawValue) \($0.monitor) \($0.to)" }
    #expect(differences == test.differences, "\(test.name)")
    #expect(comparison.isWorse == test.differences.contains { $0.contains(" worse ") }, "\(test.name)")
    // The other way round, what was worse is better or the other way round.
    let back = RecordComparison(test.b, test.a).groups.flatMap(\.transitions)
    #expect(back.contains { $0.verdict == .better } == comparison.isWorse, "\(test.name)")
  }

  @Test("a crash that is new is worse, and one that is gone is better")
  func crashes() {
    let crash = ExpectationResult(
      name: ExpectationResult.noCrash, passed: false, expected: "", observed: "signal 11 ended it")
    let (well, ill) = ([Self.run(Self.there)], [Self.run(Self.there, expectations: [crash])])
    let (worse, better) = (RecordComparison(well, ill), RecordComparison(ill, well))
    #expect(worse.isWorse && !better.isWorse)
    #expect(worse.groups.flatMap(\.notes).map(\.text) == ["expectation 'no crash' failed: signal 11 ended it"])
    #expect(
      better.groups.flatMap(\.notes).map { "\($0.verdict) \($0.text)" } == ["better the command no longer crashes"])
  }

  /// A program's word at some time around the removal at 8 s, under the step that held.
  private static func app(_ at: Double, to status: String = "down") -> Change {
    RunAnalysisTests.app("up", status, at < 8_000 ? "applied" : "removed", at)
  }

  @Test(
    "what fell on the other side of a step's border, no further than the noise, is the same transition",
    arguments: [
      ([app(8_100)], [app(7_980)], 500, ["same same app down -120"]),
      ([app(7_980)], [app(8_100)], 500, ["same same app down 120"]),
      ([app(8_100)], [app(7_980)], 119, ["appeared changed app down", "vanished changed app down"]),
      ([app(8_400)], [app(7_700)], 500, ["appeared changed app down", "vanished changed app down"]),
      ([app(8_100)], [app(7_980, to: "gone")], 500, ["appeared changed app gone", "vanished changed app down"]),
      // What has its like in the other record under the same step stays with that.
      ([app(7_900), app(8_100)], [app(7_950)], 500, ["same same app down 50", "vanished better app down"]),
    ] as [([Change], [Change], Int64, [String])])
  func borders(a: [Change], b: [Change], milliseconds: Int64, found: [String]) {
    let comparison = RecordComparison([Self.run(a)], [Self.run(b)], floor: milliseconds * 1_000_000)
    let texts = comparison.groups.flatMap(\.transitions).filter { $0.monitor == "app" }.map {
      "\($0.change.rawValue) \($0.verdict.rawValue) \($0.monitor) \($0.to)"
        + ($0.difference.map { " \($0 / 1_000_000)" } ?? "")
    }
    #expect(texts == found)
  }

  @Test("the floor is what is asked for")
  func floor() {
    let later = [Self.run([Self.offline(5_100), Self.back(8_400)])]
    #expect(!RecordComparison([Self.run(Self.there)], later).isWorse)
    #expect(!RecordComparison([Self.run(Self.there)], later, floor: 100_000_000).isWorse)
    #expect(RecordComparison([Self.run(Self.there)], later, floor: 99_999_999).isWorse)
  }

  @Test("an expectation that fails now, and a run that no longer ends")
  func notes() {
    func result(_ passed: Bool) -> ExpectationResult {
      ExpectationResult(name: "in time", passed: passed, expected: "5 s", observed: "7 s")
    }
    let (good, bad) = (Self.run([], expectations: [result(true)]), Self.run([], expectations: [result(false)]))
    let worse = RecordComparison([good], [bad])
    #expect(worse.isWorse && worse.groups.flatMap(\.notes).map(\.text) == ["expectation 'in time' failed: 7 s"])
    #expect(!RecordComparison([bad], [good]).isWorse)
    #expect(!RecordComparison([bad], [bad]).isWorse)
    let cut = RecordComparison([good], [Self.run([], finishes: false)])
    #expect(cut.isWorse && cut.groups.flatMap(\.notes).map(\.text) == ["1 of 1 runs did not get to the end"])
  }

  @Test("runs that only one record has are named and not compared")
  func unmatched() {
    let edge = RunStory(name: "Edge", events: SyntheticRun.edge.events)
    let comparison = RecordComparison([Self.run(Self.there)], [edge])
    #expect(comparison.isEmpty && !comparison.isWorse)
    #expect(comparison.onlyInA == ["Tunnel"] && comparison.onlyInB == ["Edge"])
  }

  @Test("the table fits the terminal and says what is different")
  func table() {
    let comparison = RecordComparison(
      [Self.run(Self.there)],
      [Self.run([Self.offline(7_000)]), Self.run([Self.offline(7_200)])])
    let text = ComparisonTable(comparison).text(color: false)
    #expect(
      text == """
        Tunnel  1 and 2 runs
                 monitor  transition        before    now  step        noise
          worse  probe    online → offline     3 s  5.1 s  applied  ± 500 ms
          worse  probe    offline → online  400 ms  never  removed  ± 500 ms
          2 other transitions within the noise

        2 worse, 0 better, 0 changed. Less than 500 ms, or than repeats differ by,
        counts as noise.

        """)
    #expect(ComparisonTable(comparison).text(color: true).replacing(/\u{1b}\[[0-9]+m/, with: "") == text)
    for width in [60, 80, 120] {
      for line in ComparisonTable(comparison).text(width: width, color: false).split(separator: "\n") {
        #expect(line.count <= width)
      }
    }
  }
}

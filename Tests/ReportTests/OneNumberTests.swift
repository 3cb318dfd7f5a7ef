import Record
import Testing

@testable import Report

@Suite("One number everywhere")
struct OneNumberTests {
  private func story(_ run: SyntheticRun) -> RunStory { RunStory(name: run.name, events: run.events) }

  /// A scenario whose echoes took 10, 20 and 30 ms, one without an answer.
  private var scenario: RunStory {
    var run = SyntheticRun(SyntheticRun.profile("LTE"), monitors: ["probe"])
    run.step("start", at: 0)
    run.transition("probe", "unknown", "online", in: "start", first: 20, decided: 20, delivered: 20)
    run.step("tunnel", SyntheticRun.profile("Tunnel", loss: 1), at: 5_000)
    for (index, time) in [10.0, 30, 20].enumerated() {
      let sent = Double(1_000 + 500 * index)
      _ = run.probe("reply", sent: sent, ended: sent + time)
    }
    _ = run.probe("reply", "http", sent: 1_100, ended: 1_900)
    _ = run.probe("timeout", sent: 6_000, ended: 8_000)
    run.finish()
    return story(run)
  }

  @Test("a scenario's middle round trip and loss are those of all its echoes, in the terminal, on the page and as JSON")
  func scenarios() throws {
    let numbers = RunNumbers(RunAnalysis(scenario))
    #expect(numbers.roundTripText == "20 ms" && numbers.lossText == "25 %" && numbers.askedText == "-")
    let row = try #require(
      TimelineReport(stories: [scenario]).text(color: false).split(separator: "\n").last { $0.hasPrefix("LTE ") })
    #expect(row.hasSuffix("-  20 ms   25 %"), "\(row)")
    #expect(
      PageReport(stories: [scenario]).text
        .contains("<td class=\"number\">20 ms</td><td class=\"number\">25 %</td>"))
    let run = try #require(RecordSummary(stories: [scenario]).runs.first)
    #expect(run.roundTrip == 20e6 && run.loss == 0.25 && run.roundTripAsked == nil)
  }

  @Test("a run under a profile has what was measured under it, else what its echoes came to while it held")
  func profiles() {
    let edge = RunNumbers(RunAnalysis(story(.edge)))
    #expect(edge.askedText == "804 ms" && edge.roundTripText == "805 ms" && edge.lossText == "1.39 %")
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), monitors: [])
    run.step("baseline", at: 0)
    _ = run.probe("reply", sent: 1_000, ended: 1_001)
    run.step("applied", at: 2_000)
    _ = run.probe("reply", sent: 3_000, ended: 3_800)
    run.step("removed", at: 8_000)
    _ = run.probe("timeout", sent: 8_500, ended: 10_500)
    run.finish()
    let numbers = RunNumbers(RunAnalysis(story(run)))
    #expect(numbers.roundTripText == "800 ms" && numbers.lossText == "0 %" && numbers.askedText == "-")
  }

  /// A program that had told its status and told no other while everything was lost, from 2 s on.
  private static func unmoved(_ status: String, removed milliseconds: Double) -> SyntheticRun {
    var run = SyntheticRun(SyntheticRun.profile("100% Loss", loss: 1), monitors: ["app"])
    run.step("baseline", at: 0)
    run.transition("app", "unknown", status, in: "baseline", first: 20, decided: 20, delivered: 20)
    run.step("applied", at: 2_000)
    run.step("removed", at: milliseconds)
    return run
  }

  @Test("a monitor that left for another reason has not noticed, in the table as in the findings")
  func reasons() throws {
    var run = Self.unmoved("up", removed: 10_000)
    // It ended by itself when the network was back.
    run.transition("app", "up", "exited 1", in: "removed", first: 12_300, decided: 12_300, delivered: 12_300)
    run.finish(at: 14_000)
    let text = TimelineReport(stories: [story(run)]).text(color: false)
    #expect(text.contains("  missed    app did not notice 100% Loss and stayed up"), "\(text)")
    #expect(text.contains("  app       never noticed; in the end exited 1\n"), "\(text)")
    #expect(text.contains("100% Loss    never     -"), "\(text)")
    #expect(!text.contains("10.3 s"), "\(text)")
  }

  @Test(
    "a program that ended without a status, or before the conditions, is not said to have stayed so",
    arguments: [
      (nil, "killed by signal 11", "baseline", "killed by signal 11 at 1.5 s, told no status"),
      (nil, "exited 0", "applied", "exited 0 at 1.5 s, told no status"),
      ("up", "exited 0", "baseline", "up, then exited 0 at 1.5 s"),
    ] as [(String?, String, String, String)])
  func ended(status: String?, end: String, step: String, sentence: String) {
    var run = SyntheticRun(SyntheticRun.profile("100% Loss", loss: 1), monitors: ["app"])
    run.step("baseline", at: 0)
    if let status { run.transition("app", "unknown", status, in: "baseline", first: 20, decided: 20, delivered: 20) }
    run.transition("app", status ?? "unknown", end, in: step, first: 1_500, decided: 1_500, delivered: 1_500)
    run.step("applied", at: 2_000)
    run.step("removed", at: 8_000)
    run.finish()
    let text = TimelineReport(stories: [story(run)]).text(color: false)
    #expect(text.contains("  app       \(sentence)\n"), "\(text)")
    #expect(!text.contains("missed"), "\(text)")
  }

  @Test("a reaction that came when the condition was over is late in every report, neither missed nor false")
  func late() throws {
    var run = Self.unmoved("online", removed: 8_000)
    run.transition("app", "online", "offline", in: "removed", first: 10_300, decided: 10_300, delivered: 10_300)
    run.transition("app", "offline", "online", in: "removed", first: 11_000, decided: 11_000, delivered: 11_000)
    run.finish()
    let finding = "app reacted late to 100% Loss: it went to offline 2.3 s after that was over"
    let text = TimelineReport(stories: [story(run)]).text(width: 120, color: false)
    #expect(text.contains("  late      \(finding)\n"), "\(text)")
    #expect(
      text.contains("  app       noticed only when it was over, offline 2.3 s after that; in the end online\n"),
      "\(text)")
    #expect(!text.contains("missed") && !text.contains("false") && !text.contains("flaps"), "\(text)")
    let page = PageReport(stories: [story(run)]).text
    #expect(page.contains(finding) && page.contains("<span class=\"tag warn\">late</span>"))
    #expect(!page.contains("no condition behind it"))
    #expect(TestReport(stories: [story(run)]).text.contains(finding.prefix(40)))
    let found = try #require(RecordSummary(stories: [story(run)]).runs.first).findings
    #expect(found.map(\.kind) == ["late"] && found.map(\.text) == [finding])
  }

  @Test("a probe that was lost before the profile was removed tells of the profile, however late it is given up")
  func lateSign() {
    var run = SyntheticRun(SyntheticRun.profile("100% Loss", loss: 1), monitors: ["probe"])
    run.step("baseline", at: 0)
    run.transition("probe", "unknown", "online", in: "baseline", first: 20, decided: 20, delivered: 20)
    run.step("applied", at: 2_000)
    run.step("removed", at: 4_000)
    let lost = run.probe("timeout", sent: 3_000, ended: 5_000)
    run.transition(
      "probe", "online", "offline", in: "removed", first: 5_000, decided: 5_000, delivered: 5_000, evidence: [lost])
    run.finish(at: 9_000)
    let reaction = RunAnalysis(story(run)).reaction(of: "probe")
    #expect(reaction.status == "offline" && reaction.detected == 3_000_000_000)
  }

  @Test("repeats call the profile's step alike")
  func repeats() {
    let second = RunStory(
      name: "100% Loss #2",
      events: SyntheticRun.totalLoss.events.map {
        RecordEvent(t: $0.t, n: $0.n, run: "100% Loss #2", payload: $0.payload)
      })
    let text = TimelineReport(stories: [second]).text(color: false)
    #expect(text.contains("the first 2.1 s into 100% Loss;"), "\(text)")
    #expect(!text.contains("into 100% Loss #2"), "\(text)")
  }

  @Test("a link that flaps within a step makes no monitor flap, and one that stays does")
  func flaps() {
    let (up, out) = (SyntheticRun.profile("Wi-Fi"), SyntheticRun.profile("Wi-Fi", linkState: "noCarrier"))
    func run(_ changes: [(String, Double)], link: [(ProfileRecord, Double)]) -> Int {
      var run = SyntheticRun(up, monitors: ["path"])
      var events: [(Double, (inout SyntheticRun) -> Void)] = []
      for (profile, time) in link { events.append((time, { $0.step("flapping", profile, at: time) })) }
      var from = "satisfied"
      for (to, time) in changes {
        let old = from
        events.append(
          (
            time,
            { $0.transition("path", old, to, in: "flapping", first: time, decided: time, delivered: time) }
          ))
        from = to
      }
      run.step("start", up, at: 0)
      run.transition("path", "unknown", "satisfied", in: "start", first: 10, decided: 10, delivered: 10)
      for event in events.sorted(by: { $0.0 < $1.0 }) { event.1(&run) }
      run.finish()
      return RunAnalysis(story(run)).flaps(of: "path")
    }
    let link = [(out, 2_000.0), (up, 3_000), (out, 4_000), (up, 5_000)]
    let follows = [
      ("unsatisfied", 2_002.0), ("satisfied", 3_002), ("unsatisfied", 4_002), ("satisfied", 5_002),
    ]
    #expect(run(follows, link: link) == 0)
    #expect(run(follows + [("unsatisfied", 5_500), ("satisfied", 5_600)], link: link) == 2)
  }

  @Test("bars of missing answers end where conditions change")
  func bins() {
    let series = ProbeSeries(scenario)
    let bins = series.bins(8, until: 12_000_000_000, edges: [0, 5_000_000_000])
    #expect(bins.first?.start == 0 && bins.last?.end == 12_000_000_000)
    #expect(bins.contains { $0.end == 5_000_000_000 } && bins.contains { $0.start == 5_000_000_000 })
    #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.end == $1.start && $0.start < $0.end })
    #expect(bins.reduce(0) { $0 + $1.sent } == 5)
    #expect(bins.first { $0.lost > 0 }.map { $0.start <= 6_000_000_000 && 6_000_000_000 < $0.end } == true)
  }

  @Test("being starved is said once for all runs, with what it may have moved")
  func starved() {
    func run(_ name: String, _ stalls: [RunFinished.Stall], starved: Int64? = nil) -> RunStory {
      var run = SyntheticRun(SyntheticRun.profile(name, loss: 1))
      run.beginWell()
      run.step("applied", at: 2_000)
      run.transition("probe", "online", "offline", in: "applied", first: 4_100, decided: 5_100, delivered: 5_100)
      run.add(
        12_000,
        .runFinished(
          RunFinished(
            outcome: "completed", starved: starved ?? stalls.map { $0.to - $0.from }.max(), stalls: stalls)))
      return story(run)
    }
    func sentence(_ runs: RunStory...) -> String? { StarvedText(runs.map(RunAnalysis.init))?.sentence }
    let then = RunFinished.Stall(from: 5_090_000_000, to: 5_099_000_000)
    let elsewhere = RunFinished.Stall(from: 7_000_000_000, to: 7_012_000_000)
    #expect(sentence(run("a", []), run("b", [])) == nil)
    #expect(
      sentence(run("a", [then]), run("b", [elsewhere]), run("c", []))
        == "Starved: in 2 of 3 runs a thread woke late by more than 5 ms, at worst 12 ms (b). What fell into such a time "
        + "may be late by it: a: probe offline at 5.1 s.")
    #expect(
      sentence(run("a", [elsewhere]))
        == "Starved: in the run a thread woke late by more than 5 ms, at worst 12 ms, but no transition fell into that "
        + "time.")
    #expect(
      sentence(run("a", [], starved: 33_000_000))
        == "Starved: in the run a thread woke late by more than 5 ms, at worst 33 ms: this machine was too busy, and times "
        + "are true to that only.")
    let text = TimelineReport(stories: [run("a", [then]), run("b", [elsewhere])]).text(color: false)
    #expect(text.split(separator: "Starved:").count == 2)
  }
}

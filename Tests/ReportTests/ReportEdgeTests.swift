import Record
import Report
import Testing

@Suite("What the report must not lose")
struct ReportEdgeTests {
  private func lines(_ run: SyntheticRun) -> [String] {
    TimelineReport(events: run.events).text(color: false).split(separator: "\n").map(String.init)
  }

  @Test("a status that is shorter than a column is drawn all the same")
  func shortStatus() throws {
    var run = SyntheticRun(SyntheticRun.profile("Edge"))
    run.beginWell()
    run.step("applied", at: 2_000)
    // A column of 80 - 12 is 12 s / 68, about 176 ms; this lasts 5 ms.
    run.transition("path", "satisfied", "unsatisfied", in: "applied", first: 4_000, decided: 4_000, delivered: 4_000)
    run.transition("path", "unsatisfied", "satisfied", in: "applied", first: 4_005, decided: 4_005, delivered: 4_005)
    run.step("removed", at: 8_000)
    run.finish()
    let lane = try #require(lines(run).first { $0.hasPrefix("  path      ━") })
    #expect(lane.count { $0 == "·" } == 1)
    #expect(lane.count == 80)
  }

  @Test("a monitor that degrades before it goes offline is said to have noticed when it degraded")
  func degradedFirst() {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.transition("probe", "online", "degraded", in: "applied", first: 4_000, decided: 4_000, delivered: 4_000)
    run.transition("probe", "degraded", "offline", in: "applied", first: 5_100, decided: 5_100, delivered: 5_100)
    run.step("removed", at: 8_000)
    run.transition("probe", "offline", "online", in: "removed", first: 8_400, decided: 8_400, delivered: 8_400)
    run.finish()
    #expect(lines(run).contains("  probe     degraded after 2 s, offline after 3.1 s, back after 400 ms"))
  }

  @Test("a step that has room for its bare name is not cut")
  func narrowStep() throws {
    var run = SyntheticRun(SyntheticRun.profile("Edge"))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.step("removed", at: 10_000)
    // The command's own 2 s, 8 s and 4 s: baseline gets 68 * 2 / 14, which is 10 columns; a frame would take 11.
    run.finish(at: 14_000)
    #expect(try #require(lines(run).first { $0.contains("█ Edge") }).hasPrefix("            baseline ░█ Edge █"))
  }

  @Test("a name cannot command the terminal")
  func controlCharacters() {
    var run = SyntheticRun(SyntheticRun.profile("a\u{1b}[2Jb\nc\u{9b}d"))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.finish("failed", failure: "no \u{1b}]0;x\u{7} lab", at: 3_000)
    let text = TimelineReport(events: run.events).text(color: false)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(text.contains("a?[2Jb?c?d"))
  }

  @Test("a record with senseless values is drawn, not crashed on")
  func senselessValues() {
    var run = SyntheticRun(SyntheticRun.profile("Edge"), monitors: ["probe", "probe"])
    run.beginWell()
    run.step("applied", at: 2_000)
    run.measured("rate", "uplink", asked: 1e300, got: -1e300)
    run.add(2_001, .unknown(type: "weather.changed", fields: [:]))
    run.finish()
    #expect(lines(run).contains { $0.contains("asked") && $0.contains("e+") })
    #expect(RecordSummary(events: run.events).runs.first?.reactions.keys.sorted() == ["path", "probe"])
  }
}

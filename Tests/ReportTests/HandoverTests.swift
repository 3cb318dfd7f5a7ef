import Record
import Testing

@testable import Report

@Suite("Hand-overs between interfaces")
struct HandoverTests {
  /// Wi-Fi is lost at 5 s, and `delay` ms later the path is by the mobile network; with `interfaces` as the record of a
  /// version that tells them.
  static func run(after delay: Double? = 4, interfaces: Bool = true) -> SyntheticRun {
    var run = SyntheticRun(SyntheticRun.profile("Wi-Fi"), monitors: ["path"])
    let (wifi, cellular) = (SyntheticRun.profile("Wi-Fi"), SyntheticRun.profile("LTE", delay: 40))
    run.step("start", wifi, at: 0, on: "wlan0")
    run.step("start", cellular, at: 0, on: "wwan0")
    run.transition(
      "path", "unknown", "satisfied", in: "start", first: 10, decided: 10, delivered: 10,
      interfaces: (nil, interfaces ? "wlan0" : nil))
    run.step("Wi-Fi lost", SyntheticRun.profile("Wi-Fi", linkState: "noCarrier"), at: 5_000, on: "wlan0")
    if interfaces, let delay {
      run.transition(
        "path", "satisfied", "satisfied", in: "Wi-Fi lost", first: 5_001, decided: 5_000 + delay,
        delivered: 5_000 + delay, interfaces: ("wlan0", "wwan0"))
    }
    run.finish(at: 9_000)
    return run
  }

  static func story(after delay: Double? = 4, interfaces: Bool = true) -> RunStory {
    let run = run(after: delay, interfaces: interfaces)
    return RunStory(name: run.name, events: run.events)
  }

  @Test("the terminal names the interfaces, in the lane and with the time that it took")
  func terminal() {
    let text = TimelineReport(stories: [Self.story()]).text(color: false)
    #expect(text.contains("━ satisfied (wlan0) ━"))
    #expect(text.contains("━ satisfied (wwan0) ━"))
    #expect(text.contains("  path      satisfied (wwan0) 4 ms after Wi-Fi lost\n"), "\(text)")
    #expect(!text.contains("false"), "\(text)")
    #expect(!text.contains("flaps"), "\(text)")
  }

  @Test("the page has a stretch of the lane, a mark and a section for it")
  func page() {
    let page = PageReport(stories: [Self.story()]).text
    #expect(page.contains("data-label=\"satisfied (wwan0)\""))
    #expect(page.contains("path satisfied (wlan0) → satisfied (wwan0) at 5.004 s"))
    #expect(page.contains("<span class=\"status yes\">satisfied (wwan0)</span>"))
  }

  @Test("the table of transitions has the interfaces in columns of their own")
  func table() throws {
    let rows = TransitionTable(stories: [Self.story()]).text.split(separator: "\r\n").map { $0.split(separator: ",") }
    #expect(rows[0].suffix(2) == ["fromInterface", "toInterface"])
    #expect(rows[2].suffix(2) == ["wlan0", "wwan0"])
    #expect(rows[2][3...4] == ["satisfied", "satisfied"])
  }

  @Test("a comparison sees it move, go and come, and leaves it out against a record that tells no interfaces")
  func comparison() throws {
    func verdicts(_ a: RunStory, _ b: RunStory) -> [String] {
      RecordComparison([a], [b]).groups.flatMap(\.transitions).map { "\($0.change) \($0.verdict) \($0.to)" }
    }
    let start = "same same satisfied (wlan0)"
    #expect(verdicts(Self.story(), Self.story(after: 50)) == [start, "same same satisfied (wwan0)"])
    #expect(verdicts(Self.story(), Self.story(after: 404)) == [start, "moved worse satisfied (wwan0)"])
    #expect(verdicts(Self.story(), Self.story(after: nil)) == [start, "vanished worse satisfied (wwan0)"])
    #expect(verdicts(Self.story(after: nil), Self.story()) == [start, "appeared changed satisfied (wwan0)"])
    #expect(verdicts(Self.story(), Self.story(interfaces: false)) == ["same same satisfied"])
  }

  @Test("to and fro between interfaces while the conditions stay are flaps")
  func flaps() {
    var run = Self.run()
    run.transition(
      "path", "satisfied", "satisfied", in: "Wi-Fi lost", first: 6_000, decided: 6_000, delivered: 6_000,
      interfaces: ("wwan0", "wlan0"))
    #expect(RunAnalysis(RunStory(name: run.name, events: run.events)).flaps(of: "path") == 1)
  }

  @Test("a hand-over that is not told is missed, by a monitor that tells interfaces alone")
  func missed() {
    func findings(_ run: SyntheticRun) -> [String] {
      Finding.all(RunAnalysis(RunStory(name: run.name, events: run.events))).map { "\($0.kind.rawValue): \($0.text)" }
    }
    #expect(findings(Self.run()).isEmpty)
    #expect(findings(Self.run(interfaces: false)).isEmpty)
    #expect(
      findings(Self.run(after: nil)) == [
        "missed: path did not notice that wwan0 carries the traffic (Wi-Fi lost) and stayed satisfied (wlan0) in the 4 s "
          + "that followed"
      ])
  }
}

import Foundation
import Record
import Testing

@testable import Report

@Suite("Very many transitions")
struct ManyTransitionsTests {
  /// A program that changes its status 20 000 times in ten seconds under a profile.
  private static let story: RunStory = {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), monitors: ["path", "app"])
    run.step("baseline", at: 0)
    run.transition("path", "unknown", "satisfied", in: "baseline", first: 10, decided: 10, delivered: 10)
    run.step("applied", at: 2_000)
    for index in 0..<20_000 {
      let time = 2_000 + Double(index) / 2
      let line = run.add(time, .appOutput(AppOutput(stream: "stdout", line: "state: \(index)")))
      run.transition(
        "app", index == 0 ? "unknown" : "\(index - 1)", "\(index)", in: "applied", first: time, decided: time,
        delivered: time, evidence: [line])
    }
    run.step("removed", at: 12_100)
    run.finish(at: 14_000)
    return RunStory(name: run.name, events: run.events)
  }()

  @Test("a page stays below 5 MB, shows the first and the last, and says how many are left out")
  func page() {
    let page = PageReport(stories: [Self.story]).text
    #expect(page.utf8.count < 5_000_000, "\(page.utf8.count) bytes")
    #expect(
      page.range(of: "app has 20000 transitions; 19600 of them, from 2.100 s to 11.900 s, are left out here.") != nil)
    func values(of attribute: String) -> Set<String> {
      Set(page.components(separatedBy: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) })
    }
    let labels = values(of: "data-label")
    #expect(labels.isSuperset(of: ["19600 transitions left out", "199", "19800", "19999"]))
    #expect(labels.isDisjoint(with: ["200", "10000", "19799"]))
    // Whatever a mark or a link leads to is there.
    let links = values(of: "href").filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    #expect(links.count > 400 && values(of: "id").isSuperset(of: links))
  }

  @Test("the terminal lists the first and the last, and the table of transitions has them all")
  func others() {
    let text = TimelineReport(stories: [Self.story]).text(color: false)
    #expect(text.utf8.count < 100_000, "\(text.utf8.count) bytes")
    #expect(text.contains("19899 transitions are left out here; 'linkcond report"))
    #expect(TransitionTable(stories: [Self.story]).text.components(separatedBy: "\r\n").count == 20_003)
  }

  @Test("many runs share the page, and none goes without")
  func share() {
    #expect(ShownTransitions.most(on: [RunAnalysis(Self.story)]) == ShownTransitions.mostOfLane)
    for (lanes, most) in [(1, 400), (3, 400), (4, 300), (10, 120), (500, 20)] {
      #expect(ShownTransitions.most(of: Array(repeating: 20_000, count: lanes)) == most)
    }
    // Lanes that have room to spare leave it to the others.
    #expect(ShownTransitions.most(of: Array(repeating: 20, count: 40) + [20_000]) == 400)
  }

  @Test("false transitions without end are summed up")
  func unfounded() throws {
    var run = SyntheticRun(SyntheticRun.profile("Edge"), monitors: ["probe"])
    run.step("baseline", at: 0)
    run.transition("probe", "unknown", "online", in: "baseline", first: 10, decided: 10, delivered: 10)
    for index in 0..<10 {
      let (from, to) = index % 2 == 0 ? ("online", "offline") : ("offline", "online")
      let time = Double(1_000 + index * 100)
      run.transition("probe", from, to, in: "baseline", first: time, decided: time, delivered: time)
    }
    run.finish()
    let found = Finding.all(RunAnalysis(RunStory(name: run.name, events: run.events))).filter { $0.kind == .unfounded }
    #expect(
      found.map(\.text) == [
        "probe changed 10 times with no condition behind it, first to offline at 1 s, last to online at 1.9 s"
      ])
  }

  @Test("what is left out has its place in the lane, even where all came in one moment")
  func moment() {
    var run = SyntheticRun(SyntheticRun.profile("Edge"), monitors: ["app"])
    run.step("baseline", at: 0)
    for index in 0..<1_000 {
      run.transition(
        "app", index == 0 ? "unknown" : "\(index - 1)", "\(index)", in: "baseline", first: 10, decided: 10,
        delivered: index < 900 ? 10 : 5_000)
    }
    run.finish()
    let analysis = RunAnalysis(RunStory(name: run.name, events: run.events))
    let shown = ShownTransitions(analysis, most: 400)
    let stretches = LaneDrawing(run: analysis, frame: TimelineFrame(span: run.events.last?.t ?? 1), shown: shown)
      .statuses(of: "app")
    #expect(stretches.count == 401)
    #expect(stretches[200].label == "600 transitions left out")
    #expect(stretches[200].start == 10_000_000 && stretches[200].end == 10_000_000)
    #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.end == $1.start })
  }
}

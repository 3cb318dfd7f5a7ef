internal import Record

/// A record as JUnit XML, as GitHub, GitLab and Jenkins show it: a suite for each run, a case for each expectation and
/// one for the run's own end.
public struct TestReport: Sendable {
  private let runs: [RunAnalysis]

  /// The report of some runs.
  public init(stories: [RunStory]) { runs = stories.map(RunAnalysis.init) }

  /// The document, in UTF-8.
  public var text: String {
    let suites = runs.map(suite)
    let total = Self.counts(
      tests: suites.reduce(0) { $0 + $1.tests }, failures: suites.reduce(0) { $0 + $1.failures },
      errors: suites.reduce(0) { $0 + $1.errors }, skipped: suites.reduce(0) { $0 + $1.skipped })
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkcond\"\(total)>\n"
      + suites.map(\.text).joined() + "</testsuites>\n"
  }

  private struct Suite {
    var text = ""
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
  }

  private static func counts(tests: Int, failures: Int, errors: Int, skipped: Int) -> String {
    Markup.attributes([
      "tests": "\(tests)", "failures": "\(failures)", "errors": "\(errors)", "skipped": "\(skipped)",
    ])
  }

  private func suite(_ run: RunAnalysis) -> Suite {
    let story = run.story
    let expectations = story.finished?.expectations ?? []
    let failure = Self.failure(story)
    var suite = Suite(tests: expectations.count + 1)
    suite.failures = expectations.filter { !$0.passed }.count
    suite.errors = failure == nil ? 0 : 1
    suite.skipped = expectations.filter { !$0.isChecked }.count
    suite.text =
      "  <testsuite" + Markup.attributes(["name": story.name])
      + Self.counts(tests: suite.tests, failures: suite.failures, errors: suite.errors, skipped: suite.skipped)
      + Markup.attributes(["time": Self.seconds(story.end)])
      + (story.started.map { Markup.attributes(["timestamp": $0.wallClock]) } ?? "") + ">\n" + Self.properties(story)
    for result in expectations {
      suite.text += Self.testcase(
        story, result.name, time: "0",
        body: !result.isChecked
          ? "<skipped" + Markup.attributes(["message": result.observed]) + "/>"
          : result.passed
            ? nil
            : "<failure"
              + Markup.attributes(["message": "expected \(result.expected); \(result.observed)", "type": "expectation"])
              + ">\(Markup.content(Self.explanation(result, run)))</failure>")
    }
    suite.text += Self.testcase(
      story, "run finished", time: Self.seconds(story.end),
      body: failure.map {
        "<error" + Markup.attributes(["message": $0, "type": story.finished?.outcome ?? "killed"]) + "/>"
      })
    suite.text +=
      "    <system-out>\(Markup.content(TimelineReport(stories: [story]).text(color: false)))</system-out>\n"
    suite.text += "  </testsuite>\n"
    return suite
  }

  /// Why a run counts as failed, whatever its expectations say; nil if it does not.
  private static func failure(_ story: RunStory) -> String? {
    guard let finished = story.finished else {
      return "The record of the run ends at \(QuantityText.clock(story.end)): it was killed, or is still going on."
    }
    return finished.outcome == "completed" ? nil : finished.failure ?? "The run was \(finished.outcome)."
  }

  private static func testcase(_ story: RunStory, _ name: String, time: String, body: String?) -> String {
    let head = "    <testcase" + Markup.attributes(["name": name, "classname": story.name, "time": time])
    return body.map { "\(head)>\n      \($0)\n    </testcase>\n" } ?? "\(head)/>\n"
  }

  /// What the run was made with.
  private static func properties(_ story: RunStory) -> String {
    guard let started = story.started else { return "" }
    let properties: KeyValuePairs = [
      started.scenario == nil ? "profile" : "scenario": started.scenario ?? started.profile.name,
      "engine": started.engine, "kernel": started.kernel, "seed": "\(started.seed)",
      "linkcond": started.tool,
    ]
    return "    <properties>\n"
      + properties.map { "      <property\(Markup.attributes(["name": $0, "value": $1]))/>\n" }.joined()
      + "    </properties>\n"
  }

  /// What was expected, what was, and the evidence, a line each.
  private static func explanation(_ result: ExpectationResult, _ run: RunAnalysis) -> String {
    var lines = ["expected: \(result.expected)", "observed: \(result.observed)"]
    lines += result.evidence.map { number in
      guard let event = run.story.event(number) else { return "evidence: event \(number), which the record lacks" }
      if case .transition(let transition) = event.payload {
        return "evidence: \(QuantityText.clock(event.t)) \(TransitionText(transition, in: run).sentence)"
      }
      return "evidence: \(QuantityText.clock(event.t)) \(EvidenceText.words(event))"
    }
    return lines.joined(separator: "\n")
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    String(QuantityText.clock(max(0, nanoseconds)).dropLast(2))
  }
}

import Record
import Report
import Testing

@Suite("What a monitor did about the conditions")
struct RunStoryTests {
  struct Change: Sendable {
    let from: String
    let to: String
    let step: String
    let delivered: Double
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [Change]
    let status: String?
    let detected: Double?
    let isAway: Bool
    let recovered: Double?
  }

  /// The profile holds from 2000 ms and is gone from 8000 ms on.
  static let cases = [
    Case(
      testDescription: "never noticed", changes: [], status: nil, detected: nil, isAway: false, recovered: nil),
    Case(
      testDescription: "noticed and back",
      changes: [
        Change(from: "online", to: "offline", step: "applied", delivered: 5_100),
        Change(from: "offline", to: "online", step: "removed", delivered: 8_400),
      ], status: "offline", detected: 3_100, isAway: true, recovered: 400),
    Case(
      testDescription: "noticed and not back",
      changes: [Change(from: "online", to: "offline", step: "applied", delivered: 5_100)],
      status: "offline", detected: 3_100, isAway: true, recovered: nil),
    Case(
      testDescription: "told before the call that applied it returned",
      changes: [
        Change(from: "online", to: "offline", step: "applied", delivered: 1_999),
        Change(from: "offline", to: "online", step: "removed", delivered: 7_999),
      ], status: "offline", detected: -1, isAway: true, recovered: -1),
    Case(
      testDescription: "degraded on the way to offline and on the way back",
      changes: [
        Change(from: "online", to: "degraded", step: "applied", delivered: 3_000),
        Change(from: "degraded", to: "offline", step: "applied", delivered: 4_000),
        Change(from: "offline", to: "degraded", step: "removed", delivered: 8_500),
        Change(from: "degraded", to: "online", step: "removed", delivered: 9_000),
      ], status: "offline", detected: 2_000, isAway: true, recovered: 1_000),
    Case(
      testDescription: "back while the profile was in force",
      changes: [
        Change(from: "online", to: "degraded", step: "applied", delivered: 3_000),
        Change(from: "degraded", to: "online", step: "applied", delivered: 4_000),
      ], status: "degraded", detected: 1_000, isAway: false, recovered: nil),
    Case(
      testDescription: "away only after it was removed, which is no answer to it",
      changes: [
        Change(from: "online", to: "offline", step: "removed", delivered: 8_200),
        Change(from: "offline", to: "online", step: "removed", delivered: 8_700),
      ], status: nil, detected: nil, isAway: false, recovered: nil),
  ]

  @Test("time to detect and to recover", arguments: cases)
  func reactions(_ test: Case) throws {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.step("removed", at: 8_000)
    for change in test.changes {
      run.transition(
        "probe", change.from, change.to, in: change.step, first: change.delivered, decided: change.delivered,
        delivered: change.delivered)
    }
    run.finish()

    let reaction = try #require(RunStory.all(in: run.events).first).reaction(of: "probe")
    #expect(reaction.status == test.status)
    #expect(reaction.detected == test.detected.map { Int64($0 * 1e6) })
    #expect(reaction.wasAwayAtRemoval == test.isAway)
    #expect(reaction.recovered == test.recovered.map { Int64($0 * 1e6) })
  }

  @Test("runs whose events are mixed are told apart and stay in the order in which they began")
  func mixedRuns() {
    let first = SyntheticRun.totalLoss
    let second = SyntheticRun.airplaneMode
    var mixed: [RecordEvent] = []
    for index in 0..<max(first.events.count, second.events.count) {
      for run in [first, second] where index < run.events.count { mixed.append(run.events[index]) }
    }
    let report = TimelineReport(events: mixed).text(color: false)
    #expect(report == TimelineReport(events: first.events + second.events).text(color: false))
    #expect(RunStory.all(in: mixed).map(\.name) == ["100% Loss", "Airplane Mode"])
  }

  @Test("a monitor's statuses are those its client was told, from when it was told")
  func statuses() throws {
    let story = try #require(RunStory.all(in: SyntheticRun.totalLoss.events).first)
    #expect(story.statuses(of: "probe").map(\.name) == ["online", "offline", "online"])
    #expect(story.statuses(of: "probe").map(\.since) == [20_000_000, 5_100_080_000, 8_400_200_000])
    #expect(story.status(of: "probe", at: 5_100_079_999) == "online")
    #expect(story.status(of: "probe", at: 5_100_080_000) == "offline")
    #expect(story.status(of: "probe", at: 19_999_999) == nil)
  }

  /// What the probe did, and what is to come out: first status and ms, worst status and ms, away at removal, ms to recover.
  static let reactionLines: [(changes: [Change], isKilled: Bool, line: String)] = [
    // Before the profile holds there is nothing to react to.
    ([Change(from: "online", to: "degraded", step: "baseline", delivered: 1_000)], false, "- - - - false -"),
    // What it went to during the baseline is what it is compared with.
    (
      [
        Change(from: "online", to: "degraded", step: "baseline", delivered: 1_000),
        Change(from: "degraded", to: "offline", step: "applied", delivered: 2_500),
      ], false, "offline 500 offline 500 true -"
    ),
    (
      [
        Change(from: "online", to: "degraded", step: "applied", delivered: 2_700),
        Change(from: "degraded", to: "offline", step: "applied", delivered: 5_100),
        Change(from: "offline", to: "online", step: "removed", delivered: 8_400),
      ], false, "degraded 700 offline 3100 true 400"
    ),
    // Offline first stays the worst, whatever follows.
    (
      [
        Change(from: "online", to: "offline", step: "applied", delivered: 3_000),
        Change(from: "offline", to: "degraded", step: "applied", delivered: 4_000),
      ], false, "offline 1000 offline 1000 true -"
    ),
    (
      [Change(from: "online", to: "degraded", step: "removed", delivered: 8_300)], false,
      "- - - - false -"
    ),
    // A run that was killed never removed anything, so nothing was away then.
    (
      [Change(from: "online", to: "offline", step: "applied", delivered: 3_000)], true,
      "offline 1000 offline 1000 false -"
    ),
    ([], true, "- - - - false -"),
  ]

  @Test("the first status, the worst one and the way back", arguments: reactionLines.indices)
  func reactionLine(_ index: Int) throws {
    let test = Self.reactionLines[index]
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400))
    run.beginWell()
    run.step("applied", at: 2_000)
    if !test.isKilled { run.step("removed", at: 8_000) }
    for change in test.changes {
      run.transition(
        "probe", change.from, change.to, in: change.step, first: change.delivered, decided: change.delivered,
        delivered: change.delivered)
    }
    if !test.isKilled { run.finish() }

    let story = try #require(RunStory.all(in: run.events).first)
    let reaction = story.reaction(of: "probe")
    func milliseconds(_ time: Int64?) -> String { time.map { "\($0 / 1_000_000)" } ?? "-" }
    #expect(
      """
      \(reaction.firstStatus ?? "-") \(milliseconds(reaction.firstDetected)) \(reaction.status ?? "-") \
      \(milliseconds(reaction.detected)) \(reaction.wasAwayAtRemoval) \(milliseconds(reaction.recovered))
      """ == test.line)
    // What one monitor did says nothing of the other.
    #expect(story.reaction(of: "path").firstStatus == nil)
  }
}

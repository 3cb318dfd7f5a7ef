import Record
import Testing

@testable import Report

@Suite("What a run's record tells of its transitions")
struct RunAnalysisTests {
  struct Step: Sendable {
    let name: String
    let profile: ProfileRecord
    let at: Double
  }

  struct Change: Sendable {
    let monitor: String
    let from: String
    let to: String
    let step: String
    let at: Double
    /// When the probe behind it was sent, in ms; nil for no evidence.
    var sent: Double?
    /// Whether a kernel event is behind it.
    var isKernels = false
  }

  static func step(_ name: String, _ at: Double, loss: Double = 0, delay: Int64 = 0, linkState: String = "up") -> Step {
    Step(name: name, profile: SyntheticRun.profile(name, delay: delay, loss: loss, linkState: linkState), at: at)
  }

  static func probe(_ from: String, _ to: String, _ step: String, _ at: Double, sent: Double? = nil) -> Change {
    Change(monitor: "probe", from: from, to: to, step: step, at: at, sent: sent)
  }

  static func app(_ from: String, _ to: String, _ step: String, _ at: Double) -> Change {
    Change(monitor: "app", from: from, to: to, step: step, at: at)
  }

  static let calm = step("baseline", 0)
  static let loss = step("applied", 2_000, loss: 1)
  static let down = step("applied", 2_000, linkState: "down")
  static let slow = step("applied", 2_000, delay: 400)
  static let gone = step("removed", 8_000)
  static let tunnel = step("tunnel", 8_000, loss: 1)
  static let well = probe("unknown", "online", "baseline", 20)
  static let fine = Change(monitor: "path", from: "unknown", to: "satisfied", step: "baseline", at: 10)

  static func analysis(_ steps: [Step], _ changes: [Change], finishes: Bool = true) -> RunAnalysis {
    var run = SyntheticRun(SyntheticRun.profile("Edge"), monitors: [])
    for step in steps { run.step(step.name, step.profile, at: step.at) }
    for change in changes {
      var evidence: [Int] = []
      if let sent = change.sent { evidence.append(run.probe("timeout", sent: sent, ended: change.at)) }
      if change.isKernels {
        evidence.append(run.add(change.at, .linkChanged(KernelChange(what: "wlan0", before: "up", after: "down"))))
      }
      run.transition(
        change.monitor, change.from, change.to, in: change.step, first: change.at, decided: change.at,
        delivered: change.at, evidence: evidence)
    }
    if finishes { run.finish() }
    return RunAnalysis(RunStory(name: run.name, events: run.events))
  }

  /// Steps and changes, and what the findings are to be, by kind.
  static let cases: [(name: String, steps: [Step], changes: [Change], findings: [String])] = [
    ("nothing happens", [calm], [well], []),
    (
      "noticed and back", [calm, loss, gone],
      [well, probe("online", "offline", "applied", 5_000), probe("offline", "online", "removed", 8_400)], []
    ),
    (
      "a monitor of interfaces can't see loss; meanwhile it says yes", [calm, loss, gone],
      [fine, well, probe("online", "offline", "applied", 5_000), probe("offline", "online", "removed", 8_400)],
      [
        """
        unseen: path could not see Edge and stayed satisfied: it watches interfaces and routes, which loss leaves as \
        they are
        """,
        "disagree: path said yes and probe said no for 3.4 s, from 5 s on",
      ]
    ),
    (
      "an interface that is down is missed by both", [calm, down, gone], [fine, well],
      [
        "missed: path did not notice Edge and stayed satisfied in the 6 s in which nothing got through",
        "missed: probe did not notice Edge and stayed online in the 6 s in which nothing got through",
      ]
    ),
    (
      "the way back is missed", [calm, loss, gone], [well, probe("online", "offline", "applied", 5_000)],
      ["missed: probe did not notice that the network was back (removed) and stayed offline in the 4 s that followed"]
    ),
    ("slow is no outage", [calm, slow, gone], [fine, well], []),
    (
      "away before anything changed", [calm, slow, gone],
      [well, probe("online", "offline", "baseline", 1_000), probe("offline", "online", "baseline", 1_500)],
      [
        "false: probe went to offline at 1 s with no condition behind it",
        "false: probe went to online at 1.5 s with no condition behind it",
        "flaps: probe went back to an earlier status once while the conditions stayed",
      ]
    ),
    (
      "away after the conditions were gone", [calm, slow, gone],
      [well, probe("online", "degraded", "removed", 9_000, sent: 8_500)],
      ["false: probe went to degraded at 9 s with no condition behind it"]
    ),
    (
      "a look-up that began in the loss fails after it", [calm, loss, gone],
      [app("unknown", "online", "baseline", 100), app("online", "offline", "removed", 10_300)],
      [
        "missed: app did not notice that the network was back (removed) and stayed offline in the 4 s that followed",
        "late: app reacted late to Edge: it went to offline 2.3 s after that was over",
      ]
    ),
    (
      "late, and then back", [calm, loss, gone],
      [
        app("unknown", "online", "baseline", 100), app("online", "offline", "removed", 10_300),
        app("offline", "online", "removed", 11_000),
      ],
      ["late: app reacted late to Edge: it went to offline 2.3 s after that was over"]
    ),
    (
      "who had noticed in time is not late when it goes away again", [calm, loss, gone],
      [
        app("unknown", "online", "baseline", 100), app("online", "offline", "applied", 3_000),
        app("offline", "online", "removed", 8_100), app("online", "offline", "removed", 9_000),
        app("offline", "online", "removed", 9_100),
      ],
      [
        "false: app went to offline at 9 s with no condition behind it",
        "flaps: app went back to an earlier status 2 times while the conditions stayed",
      ]
    ),
    (
      "away long before, with nothing to be late for", [calm, step("applied", 2_000), gone],
      [app("unknown", "online", "baseline", 100), app("online", "offline", "removed", 9_000)],
      ["false: app went to offline at 9 s with no condition behind it"]
    ),
    (
      "told late, but the lost probe was sent before", [calm, slow, gone],
      [well, probe("online", "degraded", "removed", 9_000, sent: 7_000)], []
    ),
    (
      "back on answers of which the first came before the removal", [calm, slow, gone],
      [
        well, probe("online", "degraded", "applied", 5_000),
        probe("degraded", "online", "removed", 9_000, sent: 7_000),
      ], []
    ),
    (
      "the kernel's own doing", [calm, gone],
      [
        fine,
        Change(monitor: "path", from: "satisfied", to: "unsatisfied", step: "baseline", at: 1_000, isKernels: true),
      ],
      []
    ),
    (
      "to and fro on a bad link", [calm, slow, gone],
      [
        well, probe("online", "degraded", "applied", 3_000), probe("degraded", "online", "applied", 4_000),
        probe("online", "degraded", "applied", 5_000), probe("degraded", "online", "removed", 9_000),
      ], ["flaps: probe went back to an earlier status 2 times while the conditions stayed"]
    ),
    (
      "better while the conditions got worse", [calm, slow, gone],
      [probe("unknown", "degraded", "baseline", 20), probe("degraded", "online", "applied", 3_000)],
      ["false: probe went to online at 3 s with no condition behind it"]
    ),
    (
      "a step that changes nothing", [calm, step("again", 4_000)], [well, probe("online", "offline", "again", 5_000)],
      ["false: probe went to offline at 5 s with no condition behind it"]
    ),
    (
      "a program that already said something else than at first has noticed", [calm, slow, tunnel],
      [
        Change(monitor: "app", from: "unknown", to: "200", step: "baseline", at: 100),
        Change(monitor: "app", from: "200", to: "000", step: "applied", at: 3_000),
      ], []
    ),
    (
      "a program that says what it said at first has not", [calm, slow, tunnel],
      [Change(monitor: "app", from: "unknown", to: "200", step: "baseline", at: 100)],
      ["missed: app did not notice tunnel and stayed 200 in the 4 s in which nothing got through"]
    ),
    (
      "a program's own words are not weighed", [calm, slow, gone],
      [
        Change(monitor: "app", from: "unknown", to: "happy", step: "baseline", at: 100),
        Change(monitor: "app", from: "happy", to: "sulking", step: "removed", at: 9_000),
      ], []
    ),
  ]

  @Test("findings", arguments: cases.indices)
  func findings(_ index: Int) {
    let test = Self.cases[index]
    let found = Finding.all(Self.analysis(test.steps, test.changes)).map { "\($0.kind.rawValue): \($0.text)" }
    #expect(found == test.findings, "\(test.name)")
  }

  @Test("a run that broke off missed nothing yet")
  func brokenOff() { #expect(Self.analysis([Self.calm, Self.down], [Self.fine], finishes: false).missed.isEmpty) }

  @Test("a step whose name comes again has its own transitions and times")
  func repeatedStep() {
    let steps = [
      Self.calm, Self.step("tunnel", 1_000, loss: 1), Self.step("open", 3_000), Self.step("tunnel", 5_000, loss: 1),
    ]
    let run = Self.analysis(
      steps,
      [
        Self.well, Self.probe("online", "offline", "tunnel", 2_000), Self.probe("offline", "online", "open", 3_100),
        Self.probe("online", "offline", "tunnel", 6_500),
      ])
    #expect(run.transitions.map(\.step) == [0, 1, 2, 3])
    #expect(run.transitions.map { $0.sinceCondition.map { $0 / 1_000_000 } } == [20, 1_000, 100, 1_500])
    #expect(run.flaps(of: "probe") == 0)
    #expect(run.reactions.map(\.before) == ["online", "offline", "online"])
    #expect(run.reactions.map(\.after) == ["offline", "online", "offline"])
  }

  @Test("what the traffic meets is what the best interface that is up gives it; a ramp is one step")
  func carryingLinks() {
    func change(_ step: String, _ interface: String, _ profile: ProfileRecord, at second: Int64) -> ConditionChanged {
      ConditionChanged(
        step: step, profile: profile, interface: interface, began: second * 1_000_000_000,
        applied: second * 1_000_000_000)
    }
    let (wifi, cellular) = (SyntheticRun.profile("Wi-Fi", delay: 2), SyntheticRun.profile("LTE", delay: 40))
    let spans = ConditionSpan.all(
      [
        change("start", "wlan0", wifi, at: 0), change("start", "wwan0", cellular, at: 0),
        change("fades", "wlan0", SyntheticRun.profile("a", delay: 20), at: 5),
        change("fades", "wlan0", SyntheticRun.profile("b", delay: 400, loss: 0.2), at: 6),
        // The one that carries nothing gets worse: nobody meets that.
        change("busy cell", "wwan0", SyntheticRun.profile("c", delay: 100), at: 8),
        change("lost", "wlan0", SyntheticRun.profile("d", linkState: "noCarrier"), at: 10),
        change("tunnel", "wwan0", SyntheticRun.profile("e", loss: 1), at: 12),
        change("flap", "wlan0", wifi, at: 14),
        change("flap", "wlan0", SyntheticRun.profile("d", linkState: "noCarrier"), at: 15),
        change("flap", "wlan0", wifi, at: 16),
      ], end: 20_000_000_000)
    #expect(spans.map(\.change.step) == ["start", "start", "fades", "busy cell", "lost", "tunnel", "flap"])
    #expect(spans.map(\.shift) == [nil, nil, .heavier, .same, .other, .heavier, .other])
    #expect(spans.map(\.isOutage) == [false, false, false, false, false, true, false])
    #expect(!spans.contains { $0.isLinkDown })
    #expect(spans.map { $0.end / 1_000_000_000 } == [0, 5, 8, 10, 12, 14, 20])
  }

  @Test(
    "a program that is starting needs no condition for its words, until it works",
    arguments: [
      (["connecting", "online"], 0), (["offline", "online"], 0), (["a", "b", "c"], 0), (["online", "offline"], 1),
      (["connecting", "online", "offline", "online"], 2),
    ])
  func starting(words: [String], falseOnes: Int) {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), monitors: ["app"])
    run.step("baseline", at: 0)
    for (index, (from, to)) in zip(["unknown"] + words, words).enumerated() {
      let time = 100 + Double(index) * 100
      run.transition("app", from, to, in: "baseline", first: time, decided: time, delivered: time)
    }
    run.step("applied", at: 2_000)
    run.finish()
    let analysis = RunAnalysis(RunStory(name: run.name, events: run.events))
    #expect(analysis.falseTransitions.count == falseOnes)
  }

  @Test("disagreement is told for each stretch, with its direction")
  func disagreements() {
    func status(_ since: Int64, _ name: String) -> RunStory.Status { RunStory.Status(since: since, name: name) }
    let found = Disagreement.all(
      [
        ("path", [status(0, "satisfied"), status(60, "unsatisfied"), status(80, "satisfied")]),
        ("probe", [status(10, "online"), status(20, "offline"), status(30, "degraded"), status(40, "offline")]),
        ("app", [status(0, "happy")]),
      ], end: 100)
    #expect(
      found == [
        Disagreement(yes: "path", no: "probe", start: 20, end: 30),
        Disagreement(yes: "path", no: "probe", start: 40, end: 60),
        Disagreement(yes: "path", no: "probe", start: 80, end: 100),
      ])
  }

  @Test("the monitors of a run are those that it began with, and any other that says something, each once")
  func monitors() {
    var run = SyntheticRun(SyntheticRun.profile("Wi-Fi"), monitors: ["path", "probe"])
    for monitor in ["probe", "other", "probe"] {
      run.transition(monitor, "unknown", "on", in: "baseline", first: 10, decided: 10, delivered: 10)
    }
    #expect(RunStory(name: run.name, events: run.events).monitors == ["path", "probe", "other"])
  }
}

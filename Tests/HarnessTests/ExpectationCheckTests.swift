import Profiles
import Record
import Testing

@testable import Harness

@Suite("Checking expectations")
struct ExpectationCheckTests {
  /// Applied at 2 s, removed at 10 s, over at 14 s; the probe was offline from 5 to 10.5 s; the command ended with 2.
  static let events: [RecordEvent] = {
    let profile = ProfileRecord(.unconditioned)
    func change(_ n: Int, _ step: String, _ t: Int64) -> RecordEvent {
      RecordEvent(
        t: t, n: n, run: "r",
        payload: .conditionChanged(
          ConditionChanged(step: step, profile: profile, interface: "wlan0", began: t, applied: t)))
    }
    func transition(_ n: Int, _ to: String, _ t: Int64) -> RecordEvent {
      RecordEvent(
        t: t, n: n, run: "r",
        payload: .transition(
          Transition(
            monitor: "probe", from: "", to: to, condition: "", firstEvidence: t, decided: t, delivered: t,
            sinceCondition: 0, evidence: [])))
    }
    let second: Int64 = 1_000_000_000
    return [
      change(0, "baseline", 0), transition(1, "online", 10_000_000), change(2, "applied", 2 * second),
      transition(3, "offline", 5 * second), change(4, "removed", 10 * second),
      transition(5, "online", 10 * second + second / 2),
      RecordEvent(
        t: 14 * second, n: 6, run: "r",
        payload: .measured(
          Measured(
            step: "applied", quantity: "rtt", direction: "roundTrip", asked: nil, got: 100e6, samples: 3, method: ""))),
      RecordEvent(
        t: 14 * second, n: 7, run: "r",
        payload: .measured(
          Measured(
            step: "applied", quantity: "loss", direction: "downlink", asked: 1, got: nil, samples: 0, method: ""))),
      RecordEvent(t: 14 * second, n: 8, run: "r", payload: .appExited(AppExited(code: 2))),
    ]
  }()

  struct Case: Sendable {
    let expectation: Profiles.Expectation
    let passed: Bool
    let observed: String
    let evidence: [Int]

    init(_ expectation: Profiles.Expectation, _ passed: Bool, _ observed: String, _ evidence: [Int]) {
      self.expectation = expectation
      self.passed = passed
      self.observed = observed
      self.evidence = evidence
    }
  }

  static let cases: [Case] = [
    Case(
      .reaches(monitor: "probe", status: "offline", within: .seconds(3), after: "applied"), true,
      "probe was offline after 3 s", [2, 3]
    ),
    Case(
      .reaches(monitor: "probe", status: "offline", within: .milliseconds(2999), after: "applied"), false,
      "probe was offline after 3 s", [2, 3]
    ),
    Case(
      .reaches(monitor: "probe", status: "online", within: .zero, after: "applied"), true, "probe was online already",
      [2, 1]
    ),
    Case(
      .reaches(monitor: "probe", status: "online", within: .seconds(1), after: nil), true,
      "probe was online after 10 ms", [1]
    ),
    Case(
      .reaches(monitor: "probe", status: "online", within: .milliseconds(500), after: "removed"), true,
      "probe was online after 500 ms", [4, 5]
    ),
    Case(
      .reaches(monitor: "probe", status: "degraded", within: .seconds(1), after: nil), false,
      "probe never was degraded after that, in the end it was online", [5]
    ),
    Case(.reaches(monitor: "app", status: "up", within: .seconds(1), after: nil), false, "app said nothing", []),
    Case(
      .reaches(monitor: "probe", status: "online", within: .seconds(1), after: "tunnel"), false,
      "the run never came to the step 'tunnel'", []
    ),
    Case(
      .stays(monitor: "probe", status: "online", lasting: nil, after: "applied"), false,
      "probe became offline after 3 s", [2, 1, 3]
    ),
    Case(
      .stays(monitor: "probe", status: "online", lasting: .seconds(3), after: "applied"), true,
      "probe stayed online for 3 s", [2, 1]
    ),
    Case(
      .stays(monitor: "probe", status: "online", lasting: .milliseconds(4990), after: nil), true,
      "probe stayed online for 4.99 s", [1]
    ),
    Case(
      .stays(monitor: "probe", status: "offline", lasting: nil, after: "removed"), false,
      "probe became online after 500 ms", [4, 3, 5]
    ),
    Case(
      .stays(monitor: "probe", status: "offline", lasting: nil, after: "baseline"), false, "probe was online", [0, 1]),
    Case(.stays(monitor: "path", status: "satisfied", lasting: nil, after: nil), false, "path said nothing", []),
    Case(.transitions(monitor: "probe", atMost: 2), true, "probe changed 2 times: online, offline, online", [3, 5]),
    Case(.transitions(monitor: "probe", atMost: 1), false, "probe changed 2 times: online, offline, online", [3, 5]),
    Case(
      .order(monitor: "probe", statuses: ["online", "offline", "online"]), true, "probe was online, offline, online",
      [1, 3, 5]
    ),
    Case(
      .order(monitor: "probe", statuses: ["online", "offline"]), false, "probe was online, offline, online", [1, 3, 5]
    ),
    Case(.exit(status: 2), true, "the command ended with 2", [8]),
    Case(.exit(status: 0), false, "the command ended with 2", [8]),
    Case(
      .measured(quantity: "rtt", direction: "roundTrip", step: "applied", bounds: 90e6...110e6), true,
      "applied: 100 ms", [6]
    ),
    Case(
      .measured(quantity: "rtt", direction: "roundTrip", step: nil, bounds: 0...99e6), false, "applied: 100 ms", [6]),
    Case(
      .measured(quantity: "loss", direction: "downlink", step: nil, bounds: 0...1), false,
      "applied: nothing came through", [7]
    ),
    Case(
      .measured(quantity: "rate", direction: "uplink", step: nil, bounds: 0...1), false,
      "rate uplink was not measured: that takes a profile, no command and some time",
      []
    ),
  ]

  @Test("each kind, met and not", arguments: cases)
  func kinds(_ each: Case) throws {
    let result = try #require(ExpectationCheck(Self.events, end: 14_000_000_000).results([each.expectation]).first)
    #expect(result.passed == each.passed)
    #expect(result.observed == each.observed)
    #expect(result.evidence == each.evidence)
  }

  @Test("a run that ended too early does not pass for one that stayed")
  func tooEarly() throws {
    let expectation = Profiles.Expectation.stays(
      monitor: "probe", status: "online", lasting: .seconds(5), after: "removed")
    // From 10.5 s on it is online, but what it was at 10 s was offline.
    #expect(ExpectationCheck(Self.events, end: 14_000_000_000).results([expectation]).map(\.passed) == [false])
    let offline = Profiles.Expectation.stays(
      monitor: "probe", status: "offline", lasting: .seconds(20), after: "removed")
    let early = try #require(
      ExpectationCheck(Array(Self.events.prefix(5)), end: 14_000_000_000).results([offline]).first)
    #expect(!early.passed)
    #expect(early.observed == "the run ended 16 s too early to tell")
    let phases = ExpectationCheck(Array(Self.events.prefix(5)), end: 14_000_000_000, extent: .phases).results([offline])
    #expect(
      phases.map(\.observed) == ["the run ended 16 s too early to tell: give it longer with '--removed 20s'"])
  }

  /// On wlan0 until wlan0 is lost at 5 s, then on wwan0, as a client with two interfaces is.
  private static let handover: [RecordEvent] = {
    let second: Int64 = 1_000_000_000
    func transition(_ n: Int, _ from: String?, _ to: String, _ t: Int64) -> RecordEvent {
      RecordEvent(
        t: t, n: n, run: "r",
        payload: .transition(
          Transition(
            monitor: "path", from: from == nil ? "unknown" : "satisfied", to: "satisfied", condition: "",
            firstEvidence: t,
            decided: t, delivered: t, sinceCondition: 0, evidence: [], fromInterface: from, toInterface: to)))
    }
    let lost = ConditionChanged(
      step: "Wi-Fi lost", profile: ProfileRecord(.unconditioned), interface: "wlan0", began: 5 * second,
      applied: 5 * second)
    return [
      transition(0, nil, "wlan0", 10_000_000),
      RecordEvent(t: 5 * second, n: 1, run: "r", payload: .conditionChanged(lost)),
      transition(2, "wlan0", "wwan0", 5 * second + 4_000_000),
    ]
  }()

  @Test(
    "a hand-over is seen where an expectation names interfaces, and leaves the bare status as it is",
    arguments: [
      ("path satisfied (wwan0) within 1s after Wi-Fi lost", true, "path was satisfied (wwan0) after 4 ms"),
      ("path satisfied (wwan0) within 3ms after Wi-Fi lost", false, "path was satisfied (wwan0) after 4 ms"),
      ("path \"satisfied (wwan0)\" within 1s after Wi-Fi lost", true, "path was satisfied (wwan0) after 4 ms"),
      ("path satisfied within 1s after Wi-Fi lost", true, "path was satisfied already"),
      ("path satisfied (eth0) within 1s", false, "path never was satisfied (eth0) after that, in the end it was "),
      ("path stays satisfied", true, "path stayed satisfied for 9 s"),
      ("path stays satisfied (wlan0)", false, "path became satisfied (wwan0) after 5 s"),
      ("path transitions <= 1", true, "path changed 1 times: satisfied (wlan0), satisfied (wwan0)"),
      ("path transitions <= 0", false, "path changed 1 times: satisfied (wlan0), satisfied (wwan0)"),
      ("path order satisfied", true, "path was satisfied"),
      ("path order satisfied (wlan0), satisfied (wwan0)", true, "path was satisfied (wlan0), satisfied (wwan0)"),
      ("path order satisfied, satisfied (wwan0)", true, "path was satisfied (wlan0), satisfied (wwan0)"),
      ("path order satisfied (wwan0)", false, "path was satisfied (wlan0), satisfied (wwan0)"),
    ])
  func handovers(text: String, passed: Bool, observed: String) throws {
    let expectation = try Profiles.Expectation(text: text)
    let result = try #require(ExpectationCheck(Self.handover, end: 9_000_000_000).results([expectation]).first)
    #expect(result.passed == passed)
    #expect(result.observed.hasPrefix(observed), "\(result.observed)")
    #expect(try Profiles.Expectation(text: "\(expectation)") == expectation)
  }

  @Test(
    "a run that ends before the time is over says so, and how to make it longer",
    arguments: [
      (
        "probe degraded within 10s after removed", RunExtent.phases,
        """
        probe was online, and the run ended 4 s after 'removed', before the 10 s were over: give it longer with \
        '--removed 10s'
        """
      ),
      (
        "probe degraded within 12500ms after applied", .phases,
        """
        probe was online, and the run ended 12 s after 'applied', before the 12.5 s were over: give it longer with \
        '--applied 13s'
        """
      ),
      (
        "app up within 15s", .phases,
        """
        app said nothing, and the run ended 14 s after its start, before the 15 s were over: give it longer with \
        '--baseline 15s'
        """
      ),
      (
        "probe degraded within 10s after removed", .scenario,
        """
        probe was online, and the run ended 4 s after 'removed', before the 10 s were over: give it longer with a later \
        End in the scenario
        """
      ),
      (
        "probe degraded within 10s after removed", .recovery,
        """
        probe was online, and the run ended 4 s after 'removed', before the 10 s were over: leave out \
        '--until-recovered', which ends a run early, or wait for less
        """
      ),
      (
        "probe degraded within 10s after removed", .unknown,
        "probe was online, and the run ended 4 s after 'removed', before the 10 s were over"
      ),
      (
        "probe degraded within 4s after removed", .phases,
        "probe never was degraded after that, in the end it was online"
      ),
      (
        "path stays satisfied for 10s after removed", .phases, "path said nothing"
      ),
      (
        "app up within 4s after removed", .phases, "app said nothing"
      ),
    ])
  func endedEarly(text: String, extent: RunExtent, observed: String) throws {
    let result = try #require(
      ExpectationCheck(Self.events, end: 14_000_000_000, extent: extent).results([try Profiles.Expectation(text: text)])
        .first)
    #expect(!result.passed)
    #expect(result.observed == observed)
  }

  @Test("results that would have the same name are numbered")
  func names() {
    let twice = [Profiles.Expectation.exit(status: 2), .exit(status: 2)]
    let names = ExpectationCheck(Self.events, end: 0).results(twice).map(\.name)
    #expect(Set(names).count == 2)
  }
}

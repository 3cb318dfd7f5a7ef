import Profiles
import Record
import Testing

@testable import Harness

/// Which steps of a run an expectation is about: those of all rounds, and those that it has.
@Suite("Steps of expectations")
struct ExpectationStepTests {
  /// Two rounds of a step `fine`, at 1 s and 11 s; the program was online 1 s after the first and 3 s after the second.
  private static let rounds: [RecordEvent] = {
    let second: Int64 = 1_000_000_000
    func change(_ n: Int, _ step: String, _ t: Int64) -> RecordEvent {
      RecordEvent(
        t: t, n: n, run: "r",
        payload: .conditionChanged(
          ConditionChanged(
            step: step, profile: ProfileRecord(.unconditioned), interface: "wlan0", began: t, applied: t)))
    }
    func transition(_ n: Int, _ from: String, _ to: String, _ t: Int64) -> RecordEvent {
      RecordEvent(
        t: t, n: n, run: "r",
        payload: .transition(
          Transition(
            monitor: "app", from: from, to: to, condition: "", firstEvidence: t, decided: t, delivered: t,
            sinceCondition: 0, evidence: [])))
    }
    func measured(_ n: Int, _ step: String, _ got: Double) -> RecordEvent {
      RecordEvent(
        t: 20 * second, n: n, run: "r",
        payload: .measured(
          Measured(
            step: step, quantity: "rtt", direction: "roundTrip", asked: nil, got: got, samples: 3, method: "")))
    }
    return [
      transition(0, "unknown", "offline", 0), change(1, "fine", second),
      transition(2, "offline", "online", 2 * second), change(3, "bad", 6 * second),
      transition(4, "online", "offline", 7 * second), change(5, "fine (round 2)", 11 * second),
      transition(6, "offline", "online", 14 * second), measured(7, "fine", 10e6), measured(8, "fine (round 2)", 90e6),
    ]
  }()

  @Test(
    "a step is meant in every round, unless the round is named",
    arguments: [
      (
        "app online within 2s after fine", false,
        "not in 1 of 2 rounds: fine (round 2): app was online after 3 s", [5, 6]
      ),
      (
        "app online within 3s after fine", true,
        "fine: app was online after 1 s; fine (round 2): app was online after 3 s", [1, 2, 5, 6]
      ),
      ("app online within 2s after fine (round 1)", true, "app was online after 1 s", [1, 2]),
      ("app online within 2s after fine (round 2)", false, "app was online after 3 s", [5, 6]),
      ("app online within 3s after fine (round 2)", true, "app was online after 3 s", [5, 6]),
      ("app online within 3s after fine (round 4)", false, "the run never came to the step 'fine (round 4)'", []),
      (
        "app offline within 1s after bad", false,
        "not in 1 of 2 rounds: bad (round 2): the run never came to the step 'bad (round 2)'", []
      ),
      ("rtt roundTrip 9ms..11ms in fine", false, "not in 1 of 2 rounds: fine (round 2): 90 ms", [8]),
      ("rtt roundTrip 9ms..91ms in fine", true, "fine: 10 ms; fine (round 2): 90 ms", [7, 8]),
      (
        "rtt roundTrip 9ms..91ms in bad", false,
        "not in 2 of 2 rounds: bad: rtt roundTrip was not measured; bad (round 2): rtt roundTrip was not measured", []
      ),
    ])
  func eachRound(text: String, passed: Bool, observed: String, evidence: [Int]) throws {
    let result = try #require(
      ExpectationCheck(Self.rounds, end: 21_000_000_000, steps: ["fine", "bad", "fine (round 2)", "bad (round 2)"])
        .results([try Profiles.Expectation(text: text)]).first)
    #expect(result.passed == passed)
    #expect(result.observed == observed)
    #expect(result.evidence == evidence)
  }

  @Test("of many rounds the first that failed are named")
  func manyRounds() throws {
    let steps = Set((1...9).map { StepRounds.name("fine", inRound: $0) })
    let result = try #require(
      ExpectationCheck([], end: 0, steps: steps).results([try Profiles.Expectation(text: "app up within 1s after fine")]
      )
      .first)
    #expect(
      result.observed == """
        not in 9 of 9 rounds: fine: the run never came to the step 'fine'; fine (round 2): the run never came to the \
        step 'fine (round 2)'; fine (round 3): the run never came to the step 'fine (round 3)'; not in 6 more rounds either
        """)
  }

  @Test(
    "an expectation about a monitor that the run does not have is not checked",
    arguments: [
      ("probe offline within 5s", ": the run was without the monitor 'probe'"),
      ("rtt roundTrip <= 5ms", ": the run was without the monitor 'probe'"),
      ("app stays up", ": no command was run"), ("exit 0", ": no command was run"),
    ])
  func otherMonitors(text: String, reason: String) throws {
    let result = try #require(
      ExpectationCheck([], end: 14_000_000_000, monitors: ["path"]).results([try Profiles.Expectation(text: text)])
        .first)
    #expect(result.observed == "not checked" + reason)
    #expect(result.passed && result.skipped == true)
  }

  @Test("what is only measured under a profile and without a command says so where it is missing")
  func unmeasured() throws {
    let result = try #require(
      ExpectationCheck([], end: 14_000_000_000, monitors: ["path"]).results([
        try Profiles.Expectation(text: "loss roundTrip <= 5%")
      ])
      .first)
    #expect(!result.passed)
    #expect(result.observed == "loss roundTrip was not measured: that takes a profile, no command and some time")
  }

  @Test(
    "an expectation about a step that the run's plan does not have is not checked, one that it did not come to fails",
    arguments: [
      ("probe offline within 5s after fading", true, "not checked in 'Edge': it has no step 'fading'", true),
      ("probe stays offline after fading", true, "not checked in 'Edge': it has no step 'fading'", true),
      ("rtt roundTrip <= 5ms in fading", true, "not checked in 'Edge': it has no step 'fading'", true),
      ("probe offline within 5s after later", false, "the run never came to the step 'later'", nil),
      ("probe offline within 5s after applied", true, "probe was offline after 3 s", nil),
    ])
  func otherRuns(text: String, passed: Bool, observed: String, skipped: Bool?) throws {
    let result = try #require(
      ExpectationCheck(ExpectationCheckTests.events, end: 14_000_000_000, plan: "Edge", steps: ["applied", "later"])
        .results([try Profiles.Expectation(text: text)]).first)
    #expect(result.passed == passed)
    #expect(result.observed == observed)
    #expect(result.skipped == skipped)
  }

  @Test(
    "a step that no run has is refused with the nearest one",
    arguments: [
      ("probe offline within 5s after applied", nil), ("probe offline within 5s after tunnel (round 2)", nil),
      ("probe offline within 5s", nil), ("exit 0", nil),
      (
        "probe offline within 5s after aplied",
        """
        No run has the step 'aplied' of '--expect probe offline within 5s after aplied'. Did you mean 'applied'? The \
        steps are 'baseline', 'applied', 'removed', 'tunnel', 'tunnel (round 2)'.
        """
      ),
      (
        "probe offline within 5s after tunnel (round 3)",
        """
        No run has the step 'tunnel (round 3)' of '--expect probe offline within 5s after tunnel (round 3)'. Did you mean \
        'tunnel (round 2)'? The steps are 'baseline', 'applied', 'removed', 'tunnel', 'tunnel (round 2)'.
        """
      ),
    ] as [(String, String?)])
  func unknownSteps(text: String, message: String?) throws {
    let changes = ["tunnel", "tunnel (round 2)"].map {
      PlannedChange(time: .zero, step: $0, interface: "wlan0", profile: .unconditioned)
    }
    let plans = [
      RunPlan(.unconditioned, phases: HarnessPhases()),
      RunPlan(
        title: "Tunnels", scenario: "Tunnels", profile: .unconditioned, interfaces: [], changes: changes,
        end: .seconds(1)),
    ]
    #expect(UnknownStep(in: [try Profiles.Expectation(text: text)], of: plans)?.description == message)
  }
}

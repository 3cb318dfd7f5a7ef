import Record
import Testing

@Suite("A monitor's timeline")
struct MonitorTimelineTests {
  /// What a monitor did: its transitions as (to, step, delivered), and what is to come out. The conditions hold from
  /// 100 on and are gone from 200 on; the run's last event is at 300.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let transitions: [(String, String, Int64)]
    var steps: [(String, Int64)] = [("baseline", 0), ("applied", 100), ("removed", 200)]
    let detect: Int64?
    let recover: Int64?
    var isAwayAtRemoval = false
  }

  static func events(_ item: Case) -> [RecordEvent] {
    let profile = SampleEvents.profile
    var events: [RecordEvent] = item.steps.map { step, time in
      RecordEvent(
        t: time, n: 0, run: "r",
        payload: .conditionChanged(
          ConditionChanged(step: step, profile: profile, interface: "wlan0", began: time, applied: time)))
    }
    for (to, step, delivered) in item.transitions {
      for (monitor, status) in [("probe", to), ("other", "satisfied")] {
        events.append(
          RecordEvent(
            t: delivered, n: 0, run: "r",
            payload: .transition(
              Transition(
                monitor: monitor, from: "", to: status, condition: step, firstEvidence: 0, decided: 0,
                delivered: delivered, sinceCondition: 0, evidence: []))))
      }
    }
    let end = RecordPayload.runFinished(RunFinished(outcome: "completed"))
    return events + [RecordEvent(t: 300, n: 0, run: "r", payload: end)]
  }

  @Test(
    "times to detect and to recover",
    arguments: [
      Case(testDescription: "said nothing", transitions: [], detect: nil, recover: nil),
      Case(
        testDescription: "never noticed", transitions: [("online", "baseline", 1)], detect: nil, recover: nil),
      Case(
        testDescription: "went and came back",
        transitions: [("online", "baseline", 1), ("offline", "applied", 130), ("online", "removed", 207)],
        detect: 30, recover: 7, isAwayAtRemoval: true),
      Case(
        testDescription: "the first step away counts, and only the full way back",
        transitions: [
          ("online", "baseline", 1), ("degraded", "applied", 120), ("offline", "applied", 150),
          ("degraded", "removed", 205), ("online", "removed", 240),
        ],
        detect: 20, recover: 40, isAwayAtRemoval: true),
      Case(
        testDescription: "came back while the conditions held, so there is nothing to recover from",
        transitions: [("online", "baseline", 1), ("degraded", "applied", 120), ("online", "applied", 150)],
        detect: 20, recover: nil),
      Case(
        testDescription: "noticed only when it was over",
        transitions: [("online", "baseline", 1), ("offline", "removed", 210), ("online", "removed", 230)],
        detect: 110, recover: 30),
      Case(
        testDescription: "was told before the change was confirmed",
        transitions: [("online", "baseline", 1), ("offline", "applied", 98), ("online", "removed", 199)],
        detect: -2, recover: -1, isAwayAtRemoval: true),
      Case(
        testDescription: "said the same again afterwards, which is no recovery",
        transitions: [("online", "baseline", 1), ("online", "removed", 210)],
        detect: nil, recover: nil),
      Case(
        testDescription: "not back at the end",
        transitions: [("online", "baseline", 1), ("offline", "applied", 130)],
        detect: 30, recover: nil, isAwayAtRemoval: true),
      Case(
        testDescription: "had no status before, so there is nothing to compare with",
        transitions: [("offline", "applied", 130), ("online", "removed", 230)],
        detect: nil, recover: nil),
      Case(
        testDescription: "a killed run keeps what was noticed",
        transitions: [("online", "baseline", 1), ("offline", "applied", 130)],
        steps: [("baseline", 0), ("applied", 100)], detect: 30, recover: nil),
      Case(
        testDescription: "transitions out of order in the file",
        transitions: [("online", "removed", 207), ("offline", "applied", 130), ("online", "baseline", 1)],
        detect: 30, recover: 7, isAwayAtRemoval: true),
    ])
  func times(_ item: Case) {
    let timeline = MonitorTimeline(monitor: "probe", events: Self.events(item))
    #expect(timeline.timeToDetect == item.detect)
    #expect(timeline.timeToRecover == item.recover)
    #expect(timeline.isAwayAtRemoval == item.isAwayAtRemoval)
  }

  @Test("each status lasts until the next, the last one until the run's last event")
  func intervals() {
    let item = Case(
      testDescription: "", transitions: [("online", "baseline", 1), ("offline", "applied", 130)], detect: nil,
      recover: nil)
    #expect(
      MonitorTimeline(monitor: "probe", events: Self.events(item)).intervals == [
        MonitorTimeline.Interval(status: "online", start: 1, end: 130),
        MonitorTimeline.Interval(status: "offline", start: 130, end: 300),
      ])
    #expect(MonitorTimeline.monitors(in: Self.events(item)) == ["probe", "other"])
  }
}

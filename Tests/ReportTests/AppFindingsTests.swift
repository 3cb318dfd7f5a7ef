import Record
import Testing

@testable import Report

@Suite("A program that says nothing")
struct AppFindingsTests {
  private func findings(
    pattern: String? = "state: (\\w+)", _ events: [(Double, RecordPayload)], end: Double = 12_000
  ) -> [String] {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), monitors: ["app"])
    run.step("baseline", at: 0)
    for (time, payload) in events { run.add(time, payload) }
    run.finish(at: end)
    let made = run.events.map { event -> RecordEvent in
      guard case .runStarted(var started) = event.payload else { return event }
      started.app = AppPlan(command: ["client"], statusPattern: pattern)
      return RecordEvent(t: event.t, n: event.n, run: event.run, payload: .runStarted(started))
    }
    return Finding.all(RunAnalysis(RunStory(name: run.name, events: made))).map { "\($0.kind.rawValue): \($0.text)" }
  }

  private func line(_ text: String, _ stream: String = "stdout") -> RecordPayload {
    .appOutput(AppOutput(stream: stream, line: text))
  }

  private func socket(_ what: String, _ state: String? = "SYN-SENT", again: Int = 0) -> RecordPayload {
    .appSocket(
      AppSocket(
        local: "192.0.2.2:40000", remote: "203.0.113.1:80", what: what, state: state, retransmits: again, rtt: nil))
  }

  @Test("a pattern that matches no line is told with the number of lines and the first one")
  func unmatched() {
    #expect(
      findings([(100, line("starting")), (200, line("State up", "stderr")), (300, line("a server's", "server"))]) == [
        "silent: app told no status: --status 'state: (\\w+)' matches none of the 2 lines that it wrote, such as 'starting'"
      ])
    #expect(
      findings([(100, line("\u{1b}[31mstarting\u{1b}[0m"))]) == [
        "silent: app told no status: --status 'state: (\\w+)' does not match the one line that it wrote, 'starting'"
      ])
    #expect(
      findings([]) == [
        "silent: app told no status: it wrote no line in which --status 'state: (\\w+)' could find one; many programs hold back "
          + "what they write to a pipe: flush it, or run it under 'stdbuf -oL'"
      ])
    #expect(
      findings(pattern: nil, [(100, line("starting"))]) == [
        "silent: app told no status: there is no '--status', and it wrote nothing to LINKCOND_STATUS_FD"
      ])
    #expect(findings([(100, line("x")), (200, .appStatus(AppStatus(status: "up")))]).isEmpty)
  }

  @Test("a connection that waits for its answer is told, one that has it or waits for less than a second is not")
  func waiting() {
    let said: (Double, RecordPayload) = (50, .appStatus(AppStatus(status: "up")))
    #expect(
      findings([said, (4_100, socket("connecting")), (5_100, socket("retransmitting", again: 3))]) == [
        "waiting: app still waited for 203.0.113.1:80 when the run ended: its SYN is unanswered since 4.1 s, sent again 3 times"
      ])
    #expect(
      findings([said, (100, socket("connected", "ESTAB")), (6_000, socket("retransmitting", "ESTAB", again: 1))]) == [
        "waiting: app still waited for 203.0.113.1:80 when the run ended: what it sent is unanswered since 6 s, sent again 1 time"
      ])
    #expect(findings([said, (4_100, socket("connecting")), (4_200, socket("connected", "ESTAB"))]).isEmpty)
    #expect(findings([said, (4_100, socket("connecting")), (4_200, socket("closed", nil))]).isEmpty)
    #expect(findings([said, (11_500, socket("connecting"))]).isEmpty)
    // The program has closed it, and its last bytes are sent again for as long as the kernel likes.
    #expect(
      findings([
        said, (100, socket("connected", "ESTAB")), (4_000, socket("closing", "FIN-WAIT-1")),
        (5_000, socket("retransmitting", "FIN-WAIT-1", again: 3)),
      ]).isEmpty)
  }

  @Test("a program that had to be made to end is told of")
  func killed() {
    let said: (Double, RecordPayload) = (50, .appStatus(AppStatus(status: "up")))
    func exit(_ signal: Int32, asked: Bool?) -> (Double, RecordPayload) {
      (11_000, .appExited(AppExited(signal: signal, asked: asked)))
    }
    #expect(
      findings([said, exit(9, asked: true)]) == [
        "killed: app did not end when it was asked to at the end of the run (SIGTERM), and was made to (SIGKILL)"
      ])
    #expect(findings([said, exit(15, asked: true)]).isEmpty)
    #expect(findings([said, exit(9, asked: nil)]).isEmpty)
  }

  @Test("of a program that told nothing the longest wait is told even if it is over")
  func waited() {
    let waits: [(Double, RecordPayload)] = [
      (4_100, socket("connecting")), (5_100, socket("retransmitting", again: 1)), (9_200, socket("connected", "ESTAB")),
    ]
    #expect(
      findings(pattern: nil, waits) == [
        "silent: app told no status: there is no '--status', and it wrote nothing to LINKCOND_STATUS_FD",
        "waiting: app waited for 203.0.113.1:80: its SYN was unanswered from 4.1 s to 9.2 s, sent again 1 time",
      ])
    #expect(findings([(50, .appStatus(AppStatus(status: "up")))] + waits).isEmpty)
    let givenUp: [(Double, RecordPayload)] = [
      (100, socket("connected", "ESTAB")), (2_000, socket("retransmitting", "ESTAB", again: 1)),
      (5_000, socket("retransmitting", "FIN-WAIT-1", again: 2)),
      (9_000, socket("retransmitting", "LAST-ACK", again: 3)),
    ]
    #expect(
      findings(pattern: nil, givenUp).last
        == "waiting: app waited for 203.0.113.1:80: what it sent was unanswered from 2 s to 5 s, sent again 1 time")
  }
}

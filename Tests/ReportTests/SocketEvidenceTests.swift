import Record
import Testing

@testable import Report

@Suite("A program's sockets as evidence, in words")
struct SocketEvidenceTests {
  /// What is said of a transition at 6 s that these sockets are behind, a port and what became of it from 3 s on; and of
  /// what was waited for.
  private func texts(_ sockets: [(port: Int, what: String)], lines: Int = 0) -> (sentence: String, wait: String) {
    var run = SyntheticRun(SyntheticRun.profile("Edge", delay: 400), monitors: ["app"])
    run.step("applied", at: 2_000)
    var evidence: [Int] = []
    for (index, socket) in sockets.enumerated() {
      evidence.append(
        run.add(
          3_000 + Double(index) * 100,
          .appSocket(
            AppSocket(
              local: "192.0.2.2:\(socket.port)", remote: "203.0.113.1:80", what: socket.what, state: nil,
              retransmits: 0,
              rtt: nil))))
    }
    for _ in 0..<lines { evidence.append(run.add(5_900, .appOutput(AppOutput(stream: "stdout", line: "")))) }
    let transition = Transition(
      monitor: "app", from: "online", to: "offline", condition: "applied", firstEvidence: 3_000_000_000,
      decided: 6_000_000_000, delivered: 6_000_000_000, sinceCondition: 0, evidence: evidence)
    run.add(6_000, .transition(transition))
    let text = TransitionText(transition, in: RunAnalysis(RunStory(name: run.name, events: run.events)))
    return (text.evidenceWords, text.wait)
  }

  @Test("a socket is one socket, however often it is seen")
  func once() {
    #expect(
      texts([(1, "retransmitting"), (1, "retransmitting"), (1, "retransmitting")], lines: 1)
        == ("1 socket retransmitting, 1 line of output", "3 more signs, for 3 s"))
    #expect(
      texts([(1, "connecting"), (1, "connected"), (1, "closing")])
        == ("1 socket connecting then connected then closing", "2 more signs, for 3 s"))
    #expect(
      texts([(1, "retransmitting"), (1, "retransmitting")]) == ("1 socket retransmitting", "1 more sign, for 3 s"))
    #expect(
      texts([(1, "connecting"), (2, "connecting"), (3, "closed")])
        == ("2 sockets connecting, 1 socket closed", "2 more signs, for 3 s"))
    #expect(
      texts([(1, "connecting"), (2, "connecting")]) == ("2 sockets connecting", "1 more socket connecting, for 3 s"))
  }
}

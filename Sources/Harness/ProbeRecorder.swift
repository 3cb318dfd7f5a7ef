internal import ReachabilityKit
internal import Record
internal import Synchronization

/// Puts what the probe sends, gets and says into the record, and keeps the results for the run's measurements.
final class ProbeRecorder: Sendable {
  private struct State {
    var numbers: [Int: Int] = [:]
    var results: [ProbeResult] = []
  }

  private let recorder: RunRecorder
  private let clock: StepClock
  private let board: StatusBoard
  private let state = Mutex(State())

  init(_ recorder: RunRecorder, _ clock: StepClock, _ board: StatusBoard) {
    self.recorder = recorder
    self.clock = clock
    self.board = board
  }

  /// All results so far.
  var results: [ProbeResult] { state.withLock { $0.results } }

  func recordSent(_ sequence: Int, _ kind: ProbeKind, _ target: String, at time: Int64) {
    recorder.append(.probeSent(ProbeSent(sequence: sequence, kind: kind.rawValue, target: target)), at: time)
  }

  func record(_ result: ProbeResult) {
    let answer = ProbeAnswer(
      sequence: result.sequence, kind: result.kind.rawValue, target: result.target, outcome: result.outcome.rawValue,
      rtt: result.rtt, sent: recorder.relative(result.sent))
    let number = recorder.append(.probeResult(answer), at: result.ended)
    state.withLock { state in
      state.numbers[result.sequence] = number
      state.results.append(result)
    }
  }

  func record(_ decision: ProbeDecision, delivered: Int64) {
    board.note(MonitorKind.probe.rawValue, decision.to.rawValue)
    let evidence = state.withLock { state in decision.sequences.compactMap { state.numbers[$0] } }
    clock.withStep { [recorder] step in
      recorder.append(
        .transition(
          Transition(
            monitor: MonitorKind.probe.rawValue, from: decision.from?.rawValue ?? "unknown", to: decision.to.rawValue,
            condition: step.step, firstEvidence: recorder.relative(decision.firstEvidence),
            decided: recorder.relative(decision.decided), delivered: recorder.relative(delivered),
            sinceCondition: delivered - step.applied, evidence: evidence)),
        at: delivered)
    }
  }
}

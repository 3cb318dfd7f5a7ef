internal import LinuxSystem
internal import Record
internal import Synchronization

/// Puts what the user's program says, and how it ends, into the record.
final class AppRecorder: Sendable {
  private struct State {
    var status: String?
    var evidence: [(time: Int64, number: Int)] = []
    var isOver = false
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

  /// A line on its standard output or error, and the status that it tells of, if it does.
  func record(line: OutputLine, stream: String, at time: Int64, status: String?) {
    let number = recorder.append(
      .appOutput(AppOutput(stream: stream, line: line.text, isCut: line.isCut ? true : nil)), at: time)
    if let status { record(status: status, at: time, because: [number]) }
  }

  /// Something about its sockets that may be behind its next status.
  func record(socket change: AppSocket, at time: Int64) {
    let number = recorder.append(.appSocket(change), at: time)
    state.withLock { $0.evidence.append((time, number)) }
  }

  /// It says its status.
  func record(status: String, at time: Int64, because lines: [Int] = []) {
    let (old, evidence, isOver) = state.withLock { state in
      defer {
        // What led to a status is not behind the next one.
        if state.status != status { state.evidence = [] }
        state.status = status
      }
      return (state.status, state.evidence, state.isOver)
    }
    guard !isOver else { return }
    let number = recorder.append(.appStatus(AppStatus(status: status)), at: time)
    guard old != status else { return }
    transition(old, status, at: time, evidence, lines + [number])
  }

  /// It ended by itself.
  func record(exit: ExitStatus, at time: Int64) {
    let isEnding = isEnding
    let asked = isEnding ? true : nil
    let (ended, text): (AppExited, String) =
      switch exit {
      case .exited(let code): (AppExited(code: code, asked: asked), "exited \(code)")
      case .signalled(let signal): (AppExited(signal: signal, asked: asked), "killed by signal \(signal)")
      }
    let number = recorder.append(.appExited(ended), at: time)
    let (old, evidence) = state.withLock { state in
      defer { state.isOver = true }
      return (state.status, state.evidence)
    }
    // The harness ends what runs to the end; that is no news.
    if !isEnding { transition(old, text, at: time, evidence, [number]) }
  }

  /// Lines of its output could not be read to the end in time, since looking for a status in them takes too long.
  func noteUnread() {
    recorder.append(
      .appOutput(
        AppOutput(
          stream: "linkcond", line: "Not all output was read: looking for '--status' in a line takes too long.")),
      at: MonotonicClock.now())
  }

  /// From now on the program ends because the run does.
  func beginEnd() { ending.store(true, ordering: .releasing) }

  private let ending = Atomic(false)
  private var isEnding: Bool { ending.load(ordering: .acquiring) }

  private func transition(
    _ old: String?, _ new: String, at time: Int64, _ sockets: [(time: Int64, number: Int)], _ numbers: [Int]
  ) {
    board.note(MonitorKind.app.rawValue, new)
    clock.withStep { [recorder] step in
      // What its sockets went through before these conditions held is not behind it.
      let signs = sockets.filter { $0.time >= step.applied }
      recorder.append(
        .transition(
          Transition(
            monitor: MonitorKind.app.rawValue, from: old ?? "unknown", to: new, condition: step.step,
            firstEvidence: recorder.relative(signs.first?.time ?? time), decided: recorder.relative(time),
            delivered: recorder.relative(time), sinceCondition: time - step.applied,
            evidence: signs.map(\.number) + numbers)),
        at: time)
    }
  }
}

internal import PathEngine
internal import Record
internal import Synchronization

/// Puts what the path monitor sees and says into the record.
final class PathRecorder: Sendable {
  private let recorder: RunRecorder
  private let clock: StepClock
  private let board: StatusBoard
  private let log: KernelEventLog
  /// Whether transitions name interfaces, as they do where the client has more than one.
  private let namesInterfaces: Bool
  /// The kernel events since the last path, by time, with their numbers in the record.
  private let events = Mutex<[(time: Int64, number: Int)]>([])

  init(_ recorder: RunRecorder, _ clock: StepClock, _ board: StatusBoard, _ log: KernelEventLog, namesInterfaces: Bool)
  {
    self.recorder = recorder
    self.clock = clock
    self.board = board
    self.log = log
    self.namesInterfaces = namesInterfaces
  }

  func record(_ event: TimedEvent) {
    guard let number = log.number(of: event) else { return }
    events.withLock { $0.append((event.time, number)) }
  }

  func record(_ update: PathUpdate) {
    var evidence = events.withLock { events in
      defer { events = [] }
      return events.filter { $0.time >= update.firstEvidence }.map(\.number)
    }
    let changed = PathChanged(old: update.old.map(Self.path), new: Self.path(update.new))
    evidence.append(recorder.append(.pathChanged(changed), at: update.decided))
    let (before, now) = (interface(update.old), interface(update.new))
    guard update.old?.status != update.new.status || before != now else { return }
    board.note(MonitorKind.path.rawValue, update.new.status.rawValue)
    let numbers = evidence
    clock.withStep { [recorder] step in
      recorder.append(
        .transition(
          Transition(
            monitor: MonitorKind.path.rawValue, from: update.old?.status.rawValue ?? "unknown",
            to: update.new.status.rawValue, condition: step.step,
            firstEvidence: recorder.relative(update.firstEvidence), decided: recorder.relative(update.decided),
            delivered: recorder.relative(update.delivered), sinceCondition: update.delivered - step.applied,
            evidence: numbers, fromInterface: before, toInterface: now)),
        at: update.delivered)
    }
  }

  /// The interface that carries the traffic of a path, if that is told.
  private func interface(_ path: NetworkPath?) -> String? { namesInterfaces ? path?.interfaces.first?.name : nil }

  private static func path(_ path: NetworkPath) -> PathChanged.Path {
    PathChanged.Path(
      status: path.status.rawValue, reason: path.reason,
      interfaces: path.interfaces.map { "\($0.name) \($0.type.rawValue)" },
      expensive: path.isExpensive,
      families: (path.supportsIPv4 ? ["ipv4"] : []) + (path.supportsIPv6 ? ["ipv6"] : []), dns: path.supportsDNS)
  }
}

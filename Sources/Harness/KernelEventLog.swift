internal import PathEngine
internal import Record
internal import Synchronization

/// Puts kernel events into the record, each once, though several monitors see them by sockets of their own.
final class KernelEventLog: Sendable {
  private struct Entry {
    let time: Int64
    let object: TimedEvent.Object
    let change: KernelChange
    let number: Int
  }

  /// What two monitors read of the same event lies less apart; an interface does not do the same thing again so soon.
  private static let window: Int64 = 20_000_000

  private let recorder: RunRecorder
  private let recent = Mutex<[Entry]>([])

  init(_ recorder: RunRecorder) { self.recorder = recorder }

  /// The event's number in the record; nil for what is of no kind that the record has.
  func number(of event: TimedEvent) -> Int? {
    let change = KernelChange(what: event.what, before: event.before, after: event.after)
    let payload: RecordPayload
    switch event.object {
    case .link: payload = .linkChanged(change)
    case .address: payload = .addressChanged(change)
    case .route: payload = .routeChanged(change)
    case .other: return nil
    }
    return recent.withLock { recent in
      recent.removeAll { $0.time < event.time - Self.window }
      if let known = recent.first(where: { $0.object == event.object && $0.change == change }) { return known.number }
      let number = recorder.append(payload, at: event.time)
      recent.append(Entry(time: event.time, object: event.object, change: change, number: number))
      return number
    }
  }
}

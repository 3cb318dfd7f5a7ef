import Record
import Synchronization

/// The events of a run, as they come.
final class EventList: Sendable {
  private let events = Mutex<[RecordEvent]>([])

  func append(_ event: RecordEvent) { events.withLock { $0.append(event) } }

  var all: [RecordEvent] { events.withLock { $0 } }
}

extension [RecordEvent] {
  /// A monitor's transitions, as they were recorded.
  func transitions(_ monitor: String) -> [Transition] {
    compactMap { event in
      guard case .transition(let transition) = event.payload, transition.monitor == monitor else { return nil }
      return transition
    }
  }
}

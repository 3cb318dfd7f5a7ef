internal import Record

/// Puts the runs of parallel labs back into the order in which they began.
struct RunOrder: Sendable {
  /// The events, each run's together.
  let sorted: [RecordEvent]

  init(_ events: [RecordEvent]) {
    var order: [String: Int] = [:]
    for event in events where order[event.run] == nil { order[event.run] = order.count }
    sorted = events.sorted { (order[$0.run] ?? 0, $0.n) < (order[$1.run] ?? 0, $1.n) }
  }
}

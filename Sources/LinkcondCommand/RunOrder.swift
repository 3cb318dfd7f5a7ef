internal import Record

/// Puts the runs of parallel labs, which began in any order, into that of their names.
struct RunOrder: Sendable {
  /// The events, each run's together.
  let sorted: [RecordEvent]

  init(_ events: [RecordEvent]) {
    sorted = events.sorted { ($0.run, $0.n) < ($1.run, $1.n) }
  }
}

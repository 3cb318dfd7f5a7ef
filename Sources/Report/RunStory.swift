public import Record

/// What one run's events tell, put together: its steps, and each monitor's statuses over time.
public struct RunStory: Sendable {
  /// A status of a monitor, from a time on.
  public struct Status: Hashable, Sendable {
    /// When it began, in nanoseconds since the run started.
    public let since: Int64
    /// The status, with the interface that carries the traffic where the record tells it.
    public let name: String
  }

  /// The run's name.
  public let name: String
  /// How it began; nil if the lab could not be made.
  public let started: RunStarted?
  /// The changes of conditions, in order.
  public let conditions: [ConditionChanged]
  /// All transitions, in order.
  public let transitions: [Transition]
  /// What was measured.
  public let measured: [Measured]
  /// How it ended; nil if it was killed.
  public let finished: RunFinished?
  /// The time of its last event.
  public let end: Int64
  /// All of its events.
  let events: [RecordEvent]
  /// The transitions with the numbers of their events.
  let numbered: [(number: Int, transition: Transition)]
  /// The monitors that it had, each once.
  let monitors: [String]

  /// A run's story from its events.
  public init(name: String, events: [RecordEvent]) {
    self.name = name
    self.events = events
    var started: RunStarted?
    var conditions: [ConditionChanged] = []
    var transitions: [(number: Int, transition: Transition)] = []
    var measured: [Measured] = []
    var finished: RunFinished?
    for event in events {
      switch event.payload {
      case .runStarted(let fields): started = fields
      case .conditionChanged(let fields): conditions.append(fields)
      case .transition(let fields): transitions.append((event.n, fields))
      case .measured(let fields): measured.append(fields)
      case .runFinished(let fields): finished = fields
      default: break
      }
    }
    self.started = started
    self.conditions = conditions
    numbered = transitions
    self.transitions = transitions.map(\.transition)
    self.measured = measured
    self.finished = finished
    end = events.reduce(0) { max($0, $1.t) }
    monitors = Self.monitors(in: events)
  }

  /// The monitors of a run, each once: those that it started with, then any other that has transitions.
  private static func monitors(in events: [RecordEvent]) -> [String] {
    var monitors: [String] = []
    for event in events {
      let named =
        switch event.payload {
        case .runStarted(let started): started.monitors
        case .transition(let transition): [transition.monitor]
        default: [String]()
        }
      for monitor in named where !monitors.contains(monitor) { monitors.append(monitor) }
    }
    return monitors
  }

  /// What happened, by the number of the event: what transitions name as their evidence.
  func event(_ number: Int) -> RecordEvent? {
    // Numbers count from 0 without a gap, unless somebody has taken lines out.
    if events.indices.contains(number), events[number].n == number { return events[number] }
    return events.first { $0.n == number }
  }

  /// What the event of that number says.
  func payload(_ number: Int) -> RecordPayload? { event(number)?.payload }

  /// Whether there is a run to tell of: one whose program could not be started, of which every other has an end, is over
  /// before anything happens.
  var hasBegun: Bool {
    guard finished?.outcome == "failed", started?.app != nil else { return true }
    return events.contains { if case .appExited = $0.payload { true } else { false } }
  }

  /// The run's name for a terminal.
  var title: String { TextLines.plain(name) }

  /// The stories in a record, in the order in which the runs began.
  public static func all(in events: [RecordEvent]) -> [RunStory] {
    guard let name = events.first?.run else { return [] }
    // The record of a single long run is not copied.
    if events.allSatisfy({ $0.run == name }) { return [RunStory(name: name, events: events)] }
    var order: [String] = []
    var byRun: [String: [RecordEvent]] = [:]
    for event in events {
      if byRun[event.run] == nil { order.append(event.run) }
      byRun[event.run, default: []].append(event)
    }
    return order.map { RunStory(name: $0, events: byRun[$0] ?? []) }
  }

  /// The stories in a record, in the order of their names: the runs of parallel labs begin in any order.
  public static func byName(in events: [RecordEvent]) -> [RunStory] {
    all(in: events).sorted { $0.name < $1.name }
  }

  /// A monitor's statuses, as its client was told them.
  public func statuses(of monitor: String) -> [Status] {
    transitions.filter { $0.monitor == monitor }.map { Status(since: $0.delivered, name: $0.toLabel) }
  }

  /// A monitor's status at a time; nil before its first.
  public func status(of monitor: String, at time: Int64) -> String? {
    statuses(of: monitor).last { $0.since <= time }?.name
  }

  /// How long the run is drawn: to its end, or to where it was to end if it did not get there.
  var span: Int64 {
    if wasWatched { return max(1, end) }
    return max(1, end, started?.phases.values.reduce(0, +) ?? 0)
  }

  /// Whether the run got to its end, so that what a monitor has not said it never said.
  var wasWatched: Bool { finished?.outcome == "completed" }

  /// When a step's conditions held.
  public func time(of step: String) -> Int64? { conditions.first { $0.step == step }?.applied }
}

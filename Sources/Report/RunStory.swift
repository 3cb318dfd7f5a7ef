public import Record

/// What one run's events tell, put together: its steps, and each monitor's statuses over time.
public struct RunStory: Sendable {
  /// A status of a monitor, from a time on.
  public struct Status: Hashable, Sendable {
    /// When it began, in nanoseconds since the run started.
    public let since: Int64
    /// The status.
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

  /// A run's story from its events.
  public init(name: String, events: [RecordEvent]) {
    self.name = name
    var started: RunStarted?
    var conditions: [ConditionChanged] = []
    var transitions: [Transition] = []
    var measured: [Measured] = []
    var finished: RunFinished?
    for event in events {
      switch event.payload {
      case .runStarted(let fields): started = fields
      case .conditionChanged(let fields): conditions.append(fields)
      case .transition(let fields): transitions.append(fields)
      case .measured(let fields): measured.append(fields)
      case .runFinished(let fields): finished = fields
      default: break
      }
    }
    self.started = started
    self.conditions = conditions
    self.transitions = transitions
    self.measured = measured
    self.finished = finished
    end = events.map(\.t).max() ?? 0
  }

  /// The stories in a record, in the order in which the runs began.
  public static func all(in events: [RecordEvent]) -> [RunStory] {
    var order: [String] = []
    var byRun: [String: [RecordEvent]] = [:]
    for event in events {
      if byRun[event.run] == nil { order.append(event.run) }
      byRun[event.run, default: []].append(event)
    }
    return order.map { RunStory(name: $0, events: byRun[$0] ?? []) }
  }

  /// A monitor's statuses, as its client was told them.
  public func statuses(of monitor: String) -> [Status] {
    transitions.filter { $0.monitor == monitor }.map { Status(since: $0.delivered, name: $0.to) }
  }

  /// A monitor's status at a time; nil before its first.
  public func status(of monitor: String, at time: Int64) -> String? {
    statuses(of: monitor).last { $0.since <= time }?.name
  }

  /// When a step's conditions held.
  public func time(of step: String) -> Int64? { conditions.first { $0.step == step }?.applied }

  /// How a monitor noticed the conditions, and how it noticed that they were gone.
  public func reaction(of monitor: String) -> Reaction {
    guard let applied = time(of: "applied"), let before = status(of: monitor, at: applied) else { return Reaction() }
    let later = transitions.filter { $0.monitor == monitor && $0.delivered >= applied }
    var reaction = Reaction()
    if let noticed = later.first(where: { $0.condition == "applied" && $0.to != before }) {
      // The worst status counts: degraded may be only a step on the way to offline.
      let worst = later.first { $0.condition == "applied" && ["offline", "unsatisfied"].contains($0.to) } ?? noticed
      reaction.status = worst.to
      reaction.detected = worst.delivered - applied
    }
    guard let removed = time(of: "removed"), status(of: monitor, at: removed) != before else { return reaction }
    reaction.wasAwayAtRemoval = true
    reaction.recovered = later.first { $0.condition == "removed" && $0.to == before }.map { $0.delivered - removed }
    return reaction
  }

  /// What a monitor did about the conditions; times in nanoseconds.
  public struct Reaction: Encodable, Hashable, Sendable {
    /// The status it went to; nil if it never noticed.
    public var status: String?
    /// From when the conditions held until its client was told.
    public var detected: Int64?
    /// Whether it was still in another status than before when the conditions were taken away.
    public var wasAwayAtRemoval = false
    /// From their removal until its client was told that all is as before.
    public var recovered: Int64?
  }
}

/// One monitor's statuses over a run, and how fast it noticed the conditions: all from the record's events alone.
///
/// A transition belongs to the step that it names, not to the time at which it came: a client may be told of a change
/// before the call that made it has returned.
public struct MonitorTimeline: Hashable, Sendable {
  /// A status and how long it held, in nanoseconds since the run started.
  public struct Interval: Hashable, Sendable {
    /// The status.
    public let status: String
    /// When the client was told of it.
    public let start: Int64
    /// When the client was told of the next one, or the run's last event.
    public let end: Int64

    /// An interval as given.
    public init(status: String, start: Int64, end: Int64) {
      self.status = status
      self.start = start
      self.end = end
    }
  }

  /// The monitor.
  public let monitor: String
  /// Its transitions, in the order in which the client was told.
  public let transitions: [Transition]
  /// Its statuses one after the other; empty if it said nothing.
  public let intervals: [Interval]
  /// When the step `applied` held, in nanoseconds since the run started; nil if it did not come to that.
  public let applied: Int64?
  /// When the step `removed` held; nil if it did not come to that.
  public let removed: Int64?

  /// What a monitor did during a run.
  ///
  /// - Parameters:
  ///   - monitor: Its name, as in ``Transition/monitor``.
  ///   - events: The events of one run.
  public init(monitor: String, events: [RecordEvent]) {
    self.monitor = monitor
    var transitions: [Transition] = []
    var times: [String: Int64] = [:]
    for event in events {
      switch event.payload {
      case .transition(let transition) where transition.monitor == monitor: transitions.append(transition)
      case .conditionChanged(let change): if times[change.step] == nil { times[change.step] = change.applied }
      default: break
      }
    }
    // In the file they are as they were written; the sort is stable, so equal times keep that order.
    transitions.sort { $0.delivered < $1.delivered }
    self.transitions = transitions
    applied = times["applied"]
    removed = times["removed"]
    let end = max(events.map(\.t).max() ?? 0, transitions.last?.delivered ?? 0)
    intervals = transitions.indices.map { index in
      Interval(
        status: transitions[index].to, start: transitions[index].delivered,
        end: index + 1 < transitions.count ? transitions[index + 1].delivered : end)
    }
  }

  /// The monitors of a run, each once: those that it started with, then any other that has transitions.
  public static func monitors(in events: [RecordEvent]) -> [String] {
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

  /// The status before the conditions were applied, which is what they are compared with; nil if there was none yet.
  public var baseline: String? { transitions.last { $0.condition == "baseline" }?.to }

  /// The transition by which the monitor noticed the conditions: the first one away from ``baseline``, even if that
  /// came only when they were gone again; nil if it never noticed.
  public var detection: Transition? {
    guard let baseline, applied != nil else { return nil }
    return transitions.first { $0.condition != "baseline" && $0.to != baseline }
  }

  /// The transition by which the monitor noticed that the conditions were gone: back to ``baseline``.
  public var recovery: Transition? {
    guard let baseline, removed != nil else { return nil }
    let after = transitions.filter { $0.condition == "removed" }
    // Only who has been away can come back.
    return (isAwayAtRemoval ? after[...] : after.drop { $0.to == baseline }).first { $0.to == baseline }
  }

  /// Whether the monitor was in another status than ``baseline`` when the conditions were taken away.
  public var isAwayAtRemoval: Bool {
    guard let baseline, removed != nil else { return false }
    return transitions.last { $0.condition != "removed" }?.to != baseline
  }

  /// From when the conditions held until the client was told by ``detection``, in nanoseconds. Slightly negative if it
  /// was told before the change had been confirmed.
  public var timeToDetect: Int64? {
    guard let detection, let applied else { return nil }
    return detection.delivered - applied
  }

  /// From when the conditions were gone until the client was told by ``recovery``, in nanoseconds.
  public var timeToRecover: Int64? {
    guard let recovery, let removed else { return nil }
    return recovery.delivered - removed
  }
}

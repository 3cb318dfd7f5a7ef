public import PathEngine

/// Three answers to "is there a network", kept apart: what the kernel would do now, what has settled of it, and whether anybody
/// answers. Each has its own time and reason.
///
/// A function of what was observed and when, without a clock.
public struct LayeredStatus: Hashable, Sendable {
  /// The path as it is.
  public private(set) var path: StatusLayer<NetworkPath>
  /// The path that has stayed as it is for its settle time.
  public private(set) var settledPath: StatusLayer<NetworkPath>
  /// The verdict of the probes.
  public private(set) var internet: StatusLayer<ProbeStatus>
  /// Answers to what was sent before this say nothing of the network as it is.
  private var horizon = Int64.min

  /// Nothing is known yet.
  public init(at now: Int64) {
    path = StatusLayer(nil, since: now, reason: "nothing was read yet")
    settledPath = path
    internet = StatusLayer(nil, since: now, reason: "nothing was answered yet")
  }

  /// Takes a path. One that can be used where the other could not, or goes another way, makes the verdict unknown again: what
  /// was answered on the old way says nothing of the new.
  ///
  /// - Parameter because: The kernel's events behind it.
  /// - Returns: whether the verdict is unknown because of it, so that the probes must ask again.
  public mutating func take(_ new: NetworkPath, because events: [TimedEvent] = [], at now: Int64) -> Bool {
    let old = path.value
    guard new != old else { return false }
    path = StatusLayer(new, since: now, reason: Self.words(new, old, events))
    guard let old, new.isUrgent(after: old) else { return false }
    horizon = now
    internet = StatusLayer(nil, since: now, reason: "the path changed, and nothing was answered since")
    return true
  }

  /// Takes a path that has settled.
  public mutating func take(settled new: NetworkPath, at now: Int64) {
    guard new != settledPath.value else { return }
    settledPath = StatusLayer(new, since: now, reason: Self.words(new, settledPath.value, []))
  }

  /// Takes a decision of the probes; one that came of older questions than the path is old is left out.
  public mutating func take(_ decision: ProbeDecision) {
    guard decision.firstEvidenceSent >= horizon else { return }
    internet = StatusLayer(decision.to, since: decision.decided, reason: decision.reason)
  }

  /// Takes that the probes cannot ask at all.
  public mutating func take(failure error: any Error, at now: Int64) {
    internet = StatusLayer(nil, since: now, reason: "\(error)")
  }

  private static func words(_ new: NetworkPath, _ old: NetworkPath?, _ events: [TimedEvent]) -> String {
    guard let old else { return new.reason ?? "as it was found" }
    let changes = new.changes(from: old).joined(separator: "; ")
    let causes = events.prefix(3).map(\.words).joined(separator: "; ")
    return causes.isEmpty ? changes : "\(changes), because \(causes)"
  }
}

internal import ReachabilityKit

/// A moment at which what holds then decides a probe's fate.
struct ProbeCrossing: Hashable, Sendable {
  /// Where the probe is.
  enum Place: Hashable, Sendable {
    /// The client sends it: the first link that is up takes it.
    case client
    /// It meets the uplink's conditions.
    case uplink
    /// Its answer meets the downlink's conditions; also when the origin answers.
    case downlink
    /// Its answer comes back to the client, if the link is up.
    case answer
  }

  let kind: ProbeKind
  let place: Place
  /// The client's interface; nil if no link was up when it was sent.
  let interface: String?
  /// When it was sent, in nanoseconds from the run's start.
  let sent: Int64
  /// When it is there, in nanoseconds from the run's start.
  let time: Int64
}

/// What became of a probe.
public struct ProbeAnswer: Codable, Hashable, Sendable {
  /// Its number.
  public var sequence: Int
  /// `icmp`, `udp`, `http` or `dns`.
  public var kind: String
  /// Where it went.
  public var target: String
  /// `reply`, `timeout`, `refused`, `unreachable`, `dns-failure` or `portal`.
  public var outcome: String
  /// Nanoseconds until the answer; absent without one.
  public var rtt: Int64?
  /// When it was sent, in nanoseconds since the run started.
  public var sent: Int64

  /// Facts as given.
  public init(sequence: Int, kind: String, target: String, outcome: String, rtt: Int64?, sent: Int64) {
    self.sequence = sequence
    self.kind = kind
    self.target = target
    self.outcome = outcome
    self.rtt = rtt
    self.sent = sent
  }
}

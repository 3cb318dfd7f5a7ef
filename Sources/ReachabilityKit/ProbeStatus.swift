/// What the probes say of the network.
public enum ProbeStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// Answers come.
  case online
  /// Answers come, but echoes get lost or are slow; see ``ProbeRule``.
  case degraded
  /// No answers come.
  case offline
}

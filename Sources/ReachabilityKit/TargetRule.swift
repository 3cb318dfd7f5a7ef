/// Whose results decide, where a ``ReachabilityProbe`` has several targets.
public enum TargetRule: String, Hashable, Sendable, CaseIterable {
  /// Those of the first target; the others are only reported.
  case first
  /// The targets are addresses of one host, asked in the manner of RFC 8305: in turn, each with a head start before the next
  /// or until it has failed, and the first answer counts. It is a miss if none of them answers.
  case any
}

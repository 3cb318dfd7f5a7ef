/// A change of ``ProbeStatus`` with its evidence. Times are nanoseconds of CLOCK_MONOTONIC.
public struct ProbeDecision: Hashable, Sendable {
  /// The status before; nil at first, when nothing was known.
  public let from: ProbeStatus?
  /// The status from now on.
  public let to: ProbeStatus
  /// When the first result that speaks for it came: for `offline` the time at which the first missed probe was given up.
  public let firstEvidence: Int64
  /// When the probe behind that first result was sent.
  public let firstEvidenceSent: Int64
  /// When the rule was met: the time of the last of the results.
  public let decided: Int64
  /// The probes behind it, in the order in which they were sent.
  public let sequences: [Int]
  /// The part of the rule that was met, as a sentence without a full stop.
  public let reason: String

  /// A decision.
  public init(
    from: ProbeStatus?, to: ProbeStatus, firstEvidence: Int64, firstEvidenceSent: Int64, decided: Int64,
    sequences: [Int], reason: String
  ) {
    self.from = from
    self.to = to
    self.firstEvidence = firstEvidence
    self.firstEvidenceSent = firstEvidenceSent
    self.decided = decided
    self.sequences = sequences
    self.reason = reason
  }
}

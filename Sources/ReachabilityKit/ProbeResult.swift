/// A probe that has ended. Times are nanoseconds of CLOCK_MONOTONIC.
public struct ProbeResult: Hashable, Sendable {
  /// Counts the probes of one ``ReachabilityProbe``, of every kind and target, from 0.
  public var sequence: Int
  /// What was asked with.
  public var kind: ProbeKind
  /// Who was asked: an address, with its port where there is one.
  public var target: String
  /// How it ended.
  public var outcome: ProbeOutcome
  /// When it was sent.
  public var sent: Int64
  /// When the answer arrived, by the kernel's stamp where there is one, or when it was given up.
  public var ended: Int64
  /// `ended` minus `sent` of any answer; nil if none came.
  public var rtt: Int64?
  /// The answer to a probe that has been reported as ``ProbeOutcome/timeout`` before. It decides nothing.
  public var isLate: Bool

  /// A result.
  public init(
    sequence: Int, kind: ProbeKind, target: String, outcome: ProbeOutcome, sent: Int64, ended: Int64, rtt: Int64?,
    isLate: Bool = false
  ) {
    self.sequence = sequence
    self.kind = kind
    self.target = target
    self.outcome = outcome
    self.sent = sent
    self.ended = ended
    self.rtt = rtt
    self.isLate = isLate
  }
}

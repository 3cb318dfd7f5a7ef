/// A monitor went from one status to another. All times are nanoseconds since the run started.
public struct Transition: Codable, Hashable, Sendable {
  /// `path` or `probe`.
  public var monitor: String
  /// The status before; the first is `unknown`.
  public var from: String
  /// The status now.
  public var to: String
  /// The step that held.
  public var condition: String
  /// When the kernel or a probe first showed it.
  public var firstEvidence: Int64
  /// When the monitor's rule was met.
  public var decided: Int64
  /// When the client's handler ran.
  public var delivered: Int64
  /// From when the step's conditions held until it was delivered.
  public var sinceCondition: Int64
  /// The numbers of the events behind it.
  public var evidence: [Int]

  /// Facts as given.
  public init(
    monitor: String, from: String, to: String, condition: String, firstEvidence: Int64, decided: Int64,
    delivered: Int64, sinceCondition: Int64, evidence: [Int]
  ) {
    self.monitor = monitor
    self.from = from
    self.to = to
    self.condition = condition
    self.firstEvidence = firstEvidence
    self.decided = decided
    self.delivered = delivered
    self.sinceCondition = sinceCondition
    self.evidence = evidence
  }
}

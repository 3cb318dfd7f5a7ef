/// A run's end.
public struct RunFinished: Codable, Hashable, Sendable {
  /// `completed`, `failed` or `interrupted`.
  public var outcome: String
  /// Why it failed, in words.
  public var failure: String?
  /// The engine sent something more than 1 ms late: what was measured is the machine's, not the profile's.
  public var saturated: Bool
  /// What became of the run's expectations; empty if it had none.
  public var expectations: [ExpectationResult]

  /// Facts as given.
  public init(
    outcome: String, failure: String? = nil, saturated: Bool = false, expectations: [ExpectationResult] = []
  ) {
    self.outcome = outcome
    self.failure = failure
    self.saturated = saturated
    self.expectations = expectations
  }

  private enum CodingKeys: String, CodingKey { case outcome, failure, saturated, expectations }

  /// Reads an end; one without expectations is as good.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    outcome = try container.decode(String.self, forKey: .outcome)
    failure = try container.decodeIfPresent(String.self, forKey: .failure)
    saturated = try container.decode(Bool.self, forKey: .saturated)
    expectations = try container.decodeIfPresent([ExpectationResult].self, forKey: .expectations) ?? []
  }

  /// Writes the end, without a list of expectations where there were none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
    try container.encodeIfPresent(failure, forKey: .failure)
    try container.encode(saturated, forKey: .saturated)
    if !expectations.isEmpty { try container.encode(expectations, forKey: .expectations) }
  }
}

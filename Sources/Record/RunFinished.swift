/// A run's end.
public struct RunFinished: Codable, Hashable, Sendable {
  /// A time in which the machine gave a thread of the run no time, in nanoseconds since the run started.
  public struct Stall: Codable, Hashable, Sendable {
    /// When the thread was to wake.
    public var from: Int64
    /// When it woke.
    public var to: Int64

    /// A stall as given.
    public init(from: Int64, to: Int64) {
      self.from = from
      self.to = to
    }
  }

  /// `completed`, `failed` or `interrupted`.
  public var outcome: String
  /// Why it failed, in words.
  public var failure: String?
  /// The engine sent something more than 1 ms late: what was measured is the machine's, not the profile's.
  public var saturated: Bool
  /// How late a thread of the run woke at worst, in nanoseconds, where that was more than 5 ms: the machine was too busy for
  /// its times to be trusted further than that.
  public var starved: Int64?
  /// The longest times in which it was so, in their order; empty in records of early versions.
  public var stalls: [Stall]
  /// What became of the run's expectations; empty if it had none.
  public var expectations: [ExpectationResult]

  /// Facts as given.
  public init(
    outcome: String, failure: String? = nil, saturated: Bool = false, starved: Int64? = nil,
    stalls: [Stall] = [], expectations: [ExpectationResult] = []
  ) {
    self.outcome = outcome
    self.failure = failure
    self.saturated = saturated
    self.starved = starved
    self.stalls = stalls
    self.expectations = expectations
  }

  private enum CodingKeys: String, CodingKey { case outcome, failure, saturated, starved, stalls, expectations }

  /// Reads an end; one without expectations or stalls is as good.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    outcome = try container.decode(String.self, forKey: .outcome)
    failure = try container.decodeIfPresent(String.self, forKey: .failure)
    saturated = try container.decode(Bool.self, forKey: .saturated)
    starved = try container.decodeIfPresent(Int64.self, forKey: .starved)
    stalls = try container.decodeIfPresent([Stall].self, forKey: .stalls) ?? []
    expectations = try container.decodeIfPresent([ExpectationResult].self, forKey: .expectations) ?? []
  }

  /// Writes the end, without lists of expectations and stalls where there were none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
    try container.encodeIfPresent(failure, forKey: .failure)
    try container.encode(saturated, forKey: .saturated)
    try container.encodeIfPresent(starved, forKey: .starved)
    if !stalls.isEmpty { try container.encode(stalls, forKey: .stalls) }
    if !expectations.isEmpty { try container.encode(expectations, forKey: .expectations) }
  }
}

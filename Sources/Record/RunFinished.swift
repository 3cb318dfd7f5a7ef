/// A run's end.
public struct RunFinished: Codable, Hashable, Sendable {
  /// `completed`, `failed` or `interrupted`.
  public var outcome: String
  /// Why it failed, in words.
  public var failure: String?
  /// The engine sent something more than 1 ms late: what was measured is the machine's, not the profile's.
  public var saturated: Bool

  /// Facts as given.
  public init(outcome: String, failure: String? = nil, saturated: Bool = false) {
    self.outcome = outcome
    self.failure = failure
    self.saturated = saturated
  }
}

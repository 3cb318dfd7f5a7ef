/// What became of something that had to come out of a run.
public struct ExpectationResult: Codable, Hashable, Sendable {
  /// The expectation in words, such as `probe is offline within 5 s of 'tunnel'`; unique within its run.
  public var name: String
  /// Whether it was met; true as well where it was not checked.
  public var passed: Bool
  /// What had to be, in words.
  public var expected: String
  /// What was, and when, in words.
  public var observed: String
  /// The numbers of the events that show it.
  public var evidence: [Int]
  /// True if it was not checked, since it is about a step that other runs have and this one has not; absent if it was.
  public var skipped: Bool?

  /// A result as given.
  public init(
    name: String, passed: Bool, expected: String, observed: String, evidence: [Int] = [], skipped: Bool? = nil
  ) {
    self.skipped = skipped
    self.name = name
    self.passed = passed
    self.expected = expected
    self.observed = observed
    self.evidence = evidence
  }

  /// The name of the result that the program under test crashed; a run whose program did not has none of that name.
  public static let noCrash = "no crash"

  /// Whether it was checked.
  public var isChecked: Bool { skipped != true }
}

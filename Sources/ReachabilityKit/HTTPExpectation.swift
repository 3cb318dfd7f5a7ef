/// What an HTTP probe asks for, and what only the right server answers.
///
/// Redirects are not followed: together with any other answer they are a ``ProbeOutcome/portal``.
public struct HTTPExpectation: Hashable, Sendable {
  /// What the right answer is.
  public enum Answer: Hashable, Sendable {
    /// Status 204.
    case noContent
    /// Status 200, with this text somewhere in the first 64 KiB of the body.
    case body(containing: String)
  }

  /// Path and query, beginning with `/`.
  public var path: String
  /// What the right answer is.
  public var answer: Answer
  /// Whether the answer has to carry what a portal that answers 204 to everything cannot know: each request has a header
  /// `Probe-Challenge: NONCE` of 16 hexadecimal digits, and the answer must have `Probe-Response: response NONCE`. The origin
  /// of a lab does that.
  public var isChallenged: Bool

  /// An expectation; without arguments `GET /generate_204` and status 204.
  public init(path: String = "/generate_204", answer: Answer = .noContent, isChallenged: Bool = false) {
    self.path = path
    self.answer = answer
    self.isChallenged = isChallenged
  }
}

/// Why a text is not an expectation: what is wrong and what would be right.
public struct ExpectationFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that was read.
  public let text: String
  /// What is wrong and what is allowed, without a full stop.
  public let reason: String

  /// Creates a fault about `text`.
  public init(_ text: String, reason: String) {
    self.text = text
    self.reason = reason
  }

  /// `the expectation "probe ofline within 5s": "ofline" is not a status …`
  public var description: String { "the expectation \"\(QuantityFault.shown(text))\": \(reason)" }
}

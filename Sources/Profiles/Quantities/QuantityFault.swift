/// Why a text is not a quantity: what is wrong with it and what would be right.
public struct QuantityFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what is allowed, without the text that was read.
  public let reason: String

  /// The text that was read.
  public let text: String

  /// Creates a fault about `text`.
  public init(_ text: String, reason: String) {
    self.text = text
    self.reason = reason
  }

  /// `"780" has no unit; write …`
  public var description: String { "\"\(Self.shown(text))\" \(reason)" }

  /// The text cut to a length that fits a message, with invisible characters written out.
  static func shown(_ text: String) -> String {
    visible(String(text.prefix(60))) + (text.count > 60 ? "…" : "")
  }

  /// The text with its invisible characters written out; the text itself if it has none.
  static func visible(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }.joined()
  }
}

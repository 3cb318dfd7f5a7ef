/// Why a text cannot be the value of an option.
enum ValueFault: Error, Hashable, Sendable {
  /// Only these can; the text is the part of the value that cannot.
  case notOneOf([String], text: String)
  /// For the reason given, which continues a sentence after a colon.
  case because(String)
}

/// Writing of old-style property lists.
enum OldStyleText {
  /// A text in quotes.
  static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

/// Writing of old-style property lists.
enum OldStyleText {
  /// A text in quotes.
  static func quoted(_ text: String) -> String {
    "\"" + text.escaped { $0 == "\"" || $0 == "\\" ? "\\\($0)" : nil } + "\""
  }
}

extension String {
  /// The text with some scalars replaced. A sign with an accent on it is one character and two scalars, and parsers see the sign.
  func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) {
        text.append(contentsOf: replacement.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

/// Breaking text into lines.
enum TextLines {
  /// The text with a question mark for each control character: what a record says must not command the terminal.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      plain.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return String(plain)
  }

  /// Words in lines of at most `width` characters, as far as words allow.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in plain(text).split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

/// Text in XML and HTML.
enum Markup {
  /// The text as a quoted attribute's value or an element's content. What XML 1.0 can't hold, such as control
  /// characters, becomes U+FFFD.
  static func escape(_ text: String) -> String { escape(text, isContent: false) }

  /// The text as content of an element, with its lines.
  static func content(_ text: String) -> String { escape(text, isContent: true) }

  private static func escape(_ text: String, isContent: Bool) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // In an attribute they would be read as spaces.
      case "\n": escaped += isContent ? "\n" : "&#10;"
      case "\t": escaped += isContent ? "\t" : "&#9;"
      case "\r": escaped += "&#13;"
      default:
        let isHeld =
          scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0xFFFE...0xFFFF).contains(scalar.value)
        escaped.unicodeScalars.append(isHeld ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }

  /// ` name="value"` for each, escaped.
  static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0)=\"\(escape($1))\"" }.joined()
  }
}

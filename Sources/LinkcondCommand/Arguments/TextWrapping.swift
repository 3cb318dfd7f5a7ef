/// Breaks text into lines for a terminal.
enum TextWrapping {
  /// The column at which help breaks lines.
  static let width = 80

  /// The lines that `words` make in columns of a terminal, none wider than `width` unless one word alone is, with `indent`
  /// spaces before each but the first, which begins behind `first` characters that are already there.
  static func lines(of words: [String], first: Int, indent: Int, width: Int = width) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = first
    for word in words {
      if !line.isEmpty, used + 1 + word.terminalColumns > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        used = indent + word.terminalColumns
      } else {
        line += (line.isEmpty ? "" : " ") + word
        used += (used == first && line == word ? 0 : 1) + word.terminalColumns
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// `text` in lines of at most `width` columns, a longer word in pieces.
  static func column(_ text: String, width: Int) -> [String] {
    let words = text.split(separator: " ").flatMap { word in
      var pieces = [""]
      for character in word {
        if pieces[pieces.count - 1].terminalColumns + character.terminalColumns > width { pieces.append("") }
        pieces[pieces.count - 1].append(character)
      }
      return pieces
    }
    return lines(of: words, first: 0, indent: 0, width: width)
  }

  /// `text` with its lines broken, each indented.
  static func paragraphs(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      let words = paragraph.split(separator: " ").map(String.init)
      return words.isEmpty ? "" : margin + lines(of: words, first: indent, indent: indent).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

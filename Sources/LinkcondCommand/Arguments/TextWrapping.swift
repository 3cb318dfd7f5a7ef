/// Breaks text into lines for a terminal.
enum TextWrapping {
  /// The column at which help breaks lines.
  static let width = 80

  /// The lines that `words` make, none wider than `width` unless one word alone is, with `indent` spaces before
  /// each but the first, which begins behind `first` characters that are already there.
  static func lines(of words: [String], first: Int, indent: Int, width: Int = width) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = first
    for word in words {
      if !line.isEmpty, used + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        used = indent + word.count
      } else {
        line += (line.isEmpty ? "" : " ") + word
        used += (used == first && line == word ? 0 : 1) + word.count
      }
    }
    return line.isEmpty ? lines : lines + [line]
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

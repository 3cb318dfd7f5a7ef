/// Facts behind labels, broken to fit a terminal.
struct LabelledRows {
  private var rows: [(label: String, value: String)] = []

  /// Adds a row; nil adds none.
  mutating func add(_ label: String, _ value: String?) {
    if let value { rows.append((label, value)) }
  }

  /// The rows with their values under one another, indented by two.
  var text: String {
    let width = (rows.map(\.label.count).max() ?? 0) + 4
    return rows.map { label, value in
      let lines = TextWrapping.lines(of: value.split(separator: " ").map(String.init), first: width, indent: width)
      let padding = String(repeating: " ", count: width - 2 - label.count)
      return "  \(label)\(padding)\(lines.joined(separator: "\n"))\n"
    }.joined()
  }
}

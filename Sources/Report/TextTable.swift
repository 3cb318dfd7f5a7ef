/// Rows of cells in aligned columns.
struct TextTable: Sendable {
  enum Alignment: Sendable { case left, right }

  let rows: [[String]]
  let alignments: [Alignment]

  /// Columns of each row; the first row is the heading. Columns are two spaces apart and as wide as their widest cell.
  var lines: [String] {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return alignments[column] == .left ? row[column] + space : space + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}

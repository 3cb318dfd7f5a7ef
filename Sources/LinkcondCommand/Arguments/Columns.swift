/// Rows of cells under one another.
enum Columns {
  /// The width of a terminal that everything fits.
  static let width = 80

  /// The rows with two spaces between the columns, and no row wider than a terminal: what is too long in the last `flexible`
  /// columns, or in the first where they have no room left, is cut, which a `…` shows.
  static func text(_ rows: [[String]], flexible: Int) -> String {
    let columns = rows.first?.count ?? 0
    var widths = (0..<columns).map { column in rows.map { $0[column].terminalColumns }.max() ?? 0 }
    let fixed = columns - flexible
    // Each flexible column keeps at least 4.
    let others = widths.prefix(fixed).dropFirst().reduce(0, +) + 2 * (columns - 1) + 4 * flexible
    if fixed > 0 { widths[0] = min(widths[0], max(4, width - others)) }
    let room = width - widths.prefix(fixed).reduce(0, +) - 2 * (columns - 1)
    // The narrow ones get what they need, and the others share the rest.
    var left = max(4 * flexible, room)
    for (done, column) in (fixed..<columns).sorted(by: { widths[$0] < widths[$1] }).enumerated() {
      widths[column] = min(widths[column], left / (flexible - done))
      left -= widths[column]
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        let shown = cell.cut(toTerminalColumns: width)
        return shown + String(repeating: " ", count: width - shown.terminalColumns)
      }
      return cells.joined(separator: "  ").trimmingEnd() + "\n"
    }.joined()
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate func trimmingEnd() -> String {
    var kept = self
    while kept.last == " " { kept.removeLast() }
    return kept
  }
}

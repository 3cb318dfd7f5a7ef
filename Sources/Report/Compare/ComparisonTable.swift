/// A comparison for the terminal: what is different, with its times and the noise, and how much is not.
public struct ComparisonTable: Sendable {
  private let comparison: RecordComparison

  /// The table of a comparison.
  public init(_ comparison: RecordComparison) { self.comparison = comparison }

  /// The comparison as text.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal, at least 60.
  ///   - color: Whether escape sequences may be used.
  public func text(width: Int = 80, color: Bool) -> String {
    let style = TerminalStyle(color: color)
    let width = max(60, width)
    var lines = differences(width, style)
    for group in comparison.groups { lines += section(group, width, style) + [""] }
    for (names, side) in [(comparison.onlyInA, "first"), (comparison.onlyInB, "second")] where !names.isEmpty {
      lines += TextLines.wrapped("Only in the \(side) record, not compared: \(names.joined(separator: ", ")).", width)
    }
    return (lines + TextLines.wrapped(conclusion, width)).joined(separator: "\n") + "\n"
  }

  /// How the two were made differently, before anything else.
  private func differences(_ width: Int, _ style: TerminalStyle) -> [String] {
    guard !comparison.differences.isEmpty else { return [] }
    let rows = comparison.differences.map { item in
      let place = item.groups.isEmpty ? "" : " (\(item.groups.joined(separator: ", ")))"
      return [item.what, "\(Self.values(item.a)) → \(Self.values(item.b))\(place)"]
    }
    let label = rows.map { $0[0].count }.max() ?? 0
    return ["The two were not made alike, which may be behind what differs:"].map { style.status($0, "degraded") }
      + rows.flatMap { row in
        TextLines.wrapped(row[1], width - label - 4).enumerated().map { index, line in
          let name = index == 0 ? row[0] : ""
          return "  " + name + String(repeating: " ", count: label - name.count + 2) + line
        }
      } + [""]
  }

  /// Some values; of many the first.
  private static func values(_ values: [String]) -> String {
    values.count > 3
      ? values.prefix(2).joined(separator: ", ") + ", and \(values.count - 2) more" : values.joined(separator: ", ")
  }

  private var conclusion: String {
    let all = comparison.groups.flatMap { $0.transitions.map(\.verdict) + $0.notes.map(\.verdict) }
    let counts = [RecordComparison.Verdict.worse, .better, .changed].map { verdict in
      "\(all.filter { $0 == verdict }.count) \(verdict.rawValue)"
    }
    return
      "\(counts.joined(separator: ", ")). Less than \(floors)repeats differ by\(floors.isEmpty ? "" : ",") counts as noise."
  }

  /// The floors, each with its monitors if there are several; nothing where nothing was compared.
  private var floors: String {
    var floors: [Int64: Set<String>] = [:]
    // What a monitor says first has another floor than what it says of changes.
    for item in comparison.groups.flatMap(\.transitions) where comparison.floor != nil || item.from != "unknown" {
      floors[item.floor, default: []].insert(item.monitor)
    }
    if floors.isEmpty { return "" }
    let words = floors.sorted { $0.key < $1.key }.map { floor, monitors in
      QuantityText.duration(Double(floor))
        + (floors.count > 1 ? " (\(monitors.sorted().joined(separator: ", ")))" : "")
    }
    return words.joined(separator: ", ") + ", or than "
  }

  private func section(_ group: ComparedGroup, _ width: Int, _ style: TerminalStyle) -> [String] {
    let runs = group.runsInA == group.runsInB ? "\(group.runsInA)" : "\(group.runsInA) and \(group.runsInB)"
    let title = TextLines.plain(group.name)
    var lines = [
      style.bold(TextLines.cut(title, width - 20)) + style.dim("  \(runs) \(runs == "1" ? "run" : "runs") each")
    ]
    if group.runsInA != group.runsInB {
      lines[0] = style.bold(TextLines.cut(title, width - 20)) + style.dim("  \(runs) runs")
    }
    let shown = group.transitions.filter { $0.verdict != .same || $0.change == .unsteady }
    if !shown.isEmpty {
      let table = Self.table(shown, width - 2)
      lines += [style.dim("  " + table[0])]
      for (line, item) in zip(table.dropFirst(), shown) { lines.append("  " + Self.colored(line, item.verdict, style)) }
    }
    for note in group.notes {
      lines += TextLines.wrapped("\(note.verdict.rawValue): \(note.text)", width - 2)
        .map { "  " + Self.colored($0, note.verdict, style) }
    }
    let rest = group.transitions.count - shown.count
    let others = shown.isEmpty && group.notes.isEmpty ? "" : " other"
    if rest > 0 {
      lines.append(style.dim("  \(rest)\(others) \(rest == 1 ? "transition" : "transitions") within the noise"))
    }
    return lines
  }

  /// The table, with statuses and steps cut until it fits, and then without the noise and the steps.
  private static func table(_ items: [ComparedTransition], _ width: Int) -> [String] {
    var lines: [String] = []
    for (columns, longest) in [(7, 24), (7, 16), (7, 12), (7, 9), (6, 16), (6, 12), (6, 9), (5, 16), (5, 9), (5, 6)] {
      let heading = ["", "monitor", "transition", "before", "now", "step", "noise"]
      let rows = [heading] + items.map { row($0, longest) }
      lines =
        TextTable(
          rows: rows.map { Array($0.prefix(columns)) },
          alignments: Array([.left, .left, .left, .right, .right, .left, .right].prefix(columns))
        ).lines
      if lines.allSatisfy({ $0.count <= width }) { break }
    }
    return lines
  }

  private static func row(_ item: ComparedTransition, _ longest: Int) -> [String] {
    let again = item.occurrence > 1 ? " #\(item.occurrence)" : ""
    return [
      item.change == .unsteady ? "unsteady" : item.verdict.rawValue, TextLines.cut(item.monitor, longest),
      TextLines.cut(item.from, longest) + " → " + TextLines.cut(item.to, longest) + again, side(item.a), side(item.b),
      TextLines.cut(item.step, longest), "± " + QuantityText.duration(Double(item.noise)),
    ]
  }

  private static func side(_ side: ComparedTransition.Side) -> String {
    guard let median = side.median else { return "never" }
    let time = QuantityText.delay(median)
    return side.times.count < side.runs ? "\(time), \(side.times.count) of \(side.runs)" : time
  }

  private static func colored(
    _ text: String, _ verdict: RecordComparison.Verdict, _ style: TerminalStyle
  ) -> String {
    switch verdict {
    case .worse: style.status(text, "offline")
    case .better: style.status(text, "online")
    case .changed: style.status(text, "degraded")
    case .same: style.dim(text)
    }
  }
}

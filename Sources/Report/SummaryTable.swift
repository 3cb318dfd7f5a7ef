internal import Record

/// All runs in one table, a row each.
struct SummaryTable: Sendable {
  private let runs: [RunAnalysis]
  /// What stands in each run's row: it is laid out many times until it fits.
  private let numbers: [[String]]
  private let reactions: [[String: [String]]]

  init(runs: [RunAnalysis]) {
    self.runs = runs
    numbers = runs.map { run in
      let numbers = RunNumbers(run)
      return [numbers.askedText, numbers.roundTripText, numbers.lossText]
    }
    let monitors = Set(runs.flatMap(\.monitors))
    reactions = runs.map { run in
      Dictionary(uniqueKeysWithValues: monitors.map { ($0, Self.cells(run, $0)) })
    }
  }

  /// The monitors that any run had, in the order of their names.
  private var monitors: [String] { Set(runs.flatMap(\.monitors)).sorted() }

  /// Two lines of heading, then a line for each run. Where `width` is short of room, names are cut, then what was
  /// measured is left out, for it stands with each run above, and then the monitors are shared out among tables.
  func tables(_ width: Int) -> [[String]] {
    let all = monitors[...]
    for count in [3, 2, 0] {
      if let lines = fitting(all, count, width) { return [lines] }
    }
    var tables: [[String]] = []
    var rest = all
    while !rest.isEmpty {
      var part = rest
      while part.count > 1, fitting(part, 0, width) == nil { part = part.dropLast() }
      tables.append(fitting(part, 0, width) ?? table(part, Self.shortName, 0))
      rest = rest.dropFirst(part.count)
    }
    return tables
  }

  /// Names are not cut to less than this, and no other cell to less than ``longestCell``.
  private static let shortName = 12
  private static let longestCell = 20

  /// The table with names as long as they can be, or nil if it is too wide even so.
  private func fitting(_ monitors: ArraySlice<String>, _ count: Int, _ width: Int) -> [String]? {
    let longest = max(7, runs.map(\.story.title.count).max() ?? 0)
    for nameWidth in stride(from: longest, through: min(longest, Self.shortName), by: -1) {
      let lines = table(monitors, nameWidth, count)
      if lines.allSatisfy({ $0.count <= width }) { return lines }
    }
    return nil
  }

  /// The table with names of at most `nameWidth` characters and the first `count` columns of what was measured.
  private func table(_ monitors: ArraySlice<String>, _ nameWidth: Int, _ count: Int) -> [String] {
    var rows = [
      [""] + monitors.flatMap { [TextLines.cut($0, Self.longestCell), ""] } + ["RTT", "", "loss"].prefix(count),
      ["profile"] + monitors.flatMap { _ in ["noticed", "back"] } + ["asked", "got", "2-way"].prefix(count),
    ]
    for index in runs.indices {
      rows.append(
        [TextLines.cut(runs[index].story.title, nameWidth)] + monitors.flatMap { reactions[index][$0] ?? [] }
          + numbers[index].prefix(count))
    }
    return TextTable(rows: rows, alignments: [.left] + rows[0].dropFirst().map { _ in .right }).lines
  }

  /// When a monitor noticed, and when it was back.
  private static func cells(_ run: RunAnalysis, _ monitor: String) -> [String] {
    let story = run.story
    let end = TextLines.cut(story.finished?.outcome ?? "cut off", longestCell)
    guard story.time(of: "applied") != nil else {
      // A scenario has more than one change to notice, so its monitors' changes are counted.
      guard story.conditions.count > 1, story.hasBegun else { return [end, "-"] }
      let changes = run.changes(of: monitor).count
      return [changes == 0 ? "never" : "\(changes) \(changes == 1 ? "change" : "changes")", "-"]
    }
    guard story.status(of: monitor, at: story.end) != nil else { return ["silent", "-"] }
    let reaction = run.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else {
      return [story.wasWatched ? "never" : end, "-"]
    }
    let back =
      reaction.recovered.map { QuantityText.duration(Double($0)) } ?? (reaction.wasAwayAtRemoval ? "not yet" : "-")
    return ["\(Lane.mark(status)) \(QuantityText.delay(detected))", back]
  }
}

internal import Record

/// All runs in one table, a row each.
struct SummaryTable: Sendable {
  let stories: [RunStory]

  /// The monitors that any run had, in the order of their names.
  private var monitors: [String] { Set(stories.flatMap { $0.started?.monitors ?? [] }).sorted() }

  /// Two lines of heading, then a line for each run, none longer than `width`.
  func lines(_ width: Int) -> [String] {
    var nameWidth = max(7, stories.map(\.name.count).max() ?? 0)
    var lines = table(nameWidth)
    // Names are cut before facts are.
    while nameWidth > 8, lines.contains(where: { $0.count > width }) {
      nameWidth -= 1
      lines = table(nameWidth)
    }
    return lines
  }

  private func table(_ nameWidth: Int) -> [String] {
    let monitors = monitors
    var rows = [
      [""] + monitors.flatMap { [$0, ""] } + ["RTT", "", "loss"],
      ["profile"] + monitors.flatMap { _ in ["noticed", "back"] } + ["asked", "got", "got"],
    ]
    for story in stories {
      let rtt = story.measured.first { $0.quantity == "rtt" }
      let loss = story.measured.first { $0.quantity == "loss" && $0.direction == "roundTrip" }
      rows.append(
        [Self.cut(story.name, nameWidth)] + monitors.flatMap { Self.cells(story, $0) } + [
          rtt?.asked.map(QuantityText.duration) ?? "-",
          rtt.map { $0.got.map(QuantityText.duration) ?? "none" } ?? "-",
          loss?.got.map(QuantityText.percent) ?? "-",
        ])
    }
    let alignments =
      [TextTable.Alignment.left] + monitors.flatMap { _ in [.right, .right] } + [.right, .right, .right]
    return TextTable(rows: rows, alignments: alignments).lines
  }

  /// When a monitor noticed, and when it was back.
  private static func cells(_ story: RunStory, _ monitor: String) -> [String] {
    guard story.time(of: "applied") != nil else { return [story.finished == nil ? "cut off" : "failed", "-"] }
    guard story.status(of: monitor, at: story.end) != nil else { return ["silent", "-"] }
    let reaction = story.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else { return ["never", "-"] }
    let back =
      reaction.recovered.map { QuantityText.duration(Double($0)) } ?? (reaction.wasAwayAtRemoval ? "not yet" : "-")
    return ["\(Lane.mark(status)) \(QuantityText.delay(detected))", back]
  }

  private static func cut(_ name: String, _ width: Int) -> String {
    name.count <= width ? name : name.prefix(width - 1) + "…"
  }
}

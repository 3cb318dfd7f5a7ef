internal import Record

/// All runs in one table, a row each.
struct SummaryTable: Sendable {
  let stories: [RunStory]

  /// The monitors that any run had, in the order of their names.
  private var monitors: [String] { Set(stories.flatMap(\.monitors)).sorted() }

  /// Two lines of heading, then a line for each run. Where `width` is short of room, names are cut, and then what was
  /// measured is left out: it stands with each run above.
  func lines(_ width: Int) -> [String] {
    let longest = max(7, stories.map(\.title.count).max() ?? 0)
    for measured in [3, 2, 0] {
      for nameWidth in stride(from: longest, through: min(longest, 12), by: -1) {
        let lines = table(nameWidth, measured)
        if lines.allSatisfy({ $0.count <= width }) { return lines }
      }
    }
    return table(min(longest, 12), 0)
  }

  /// The table with names of at most `nameWidth` characters and the first `count` columns of what was measured.
  private func table(_ nameWidth: Int, _ count: Int) -> [String] {
    let monitors = monitors
    var rows = [
      [""] + monitors.flatMap { [$0, ""] } + ["RTT", "", "loss"].prefix(count),
      ["profile"] + monitors.flatMap { _ in ["noticed", "back"] } + ["asked", "got", "got"].prefix(count),
    ]
    for story in stories {
      rows.append(
        [Self.cut(story.title, nameWidth)] + monitors.flatMap { Self.cells(story, $0) }
          + Self.measured(story).prefix(count))
    }
    return TextTable(rows: rows, alignments: [.left] + rows[0].dropFirst().map { _ in .right }).lines
  }

  /// The round trip that was asked and got, and the loss that was got.
  private static func measured(_ story: RunStory) -> [String] {
    let rtt = story.measured.first { $0.quantity == "rtt" }
    let loss = story.measured.first { $0.quantity == "loss" && $0.direction == "roundTrip" }
    return [
      rtt?.asked.map(QuantityText.duration) ?? "-", rtt.map { $0.got.map(QuantityText.duration) ?? "none" } ?? "-",
      loss?.got.map(QuantityText.percent) ?? "-",
    ]
  }

  /// When a monitor noticed, and when it was back.
  private static func cells(_ story: RunStory, _ monitor: String) -> [String] {
    let end = story.finished?.outcome ?? "cut off"
    guard story.time(of: "applied") != nil else { return [end, "-"] }
    guard story.status(of: monitor, at: story.end) != nil else { return ["silent", "-"] }
    let reaction = story.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else {
      return [story.wasWatched ? "never" : end, "-"]
    }
    let back =
      reaction.recovered.map { QuantityText.duration(Double($0)) } ?? (reaction.wasAwayAtRemoval ? "not yet" : "-")
    return ["\(Lane.mark(status)) \(QuantityText.delay(detected))", back]
  }

  private static func cut(_ name: String, _ width: Int) -> String {
    name.count <= width ? name : name.prefix(width - 1) + "…"
  }
}

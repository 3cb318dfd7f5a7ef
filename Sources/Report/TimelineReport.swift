public import Record

/// The terminal's report: for each run a timeline of its monitors and what was measured, then all runs in one table.
public struct TimelineReport: Sendable {
  private let stories: [RunStory]

  /// A report of a record's events.
  public init(events: [RecordEvent]) { stories = RunStory.all(in: events) }

  private static let margin = 12

  /// The report as text.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal, at least 60.
  ///   - color: Whether escape sequences may be used.
  public func text(width: Int = 80, color: Bool) -> String {
    let style = TerminalStyle(color: color)
    let width = max(60, width)
    var lines: [String] = []
    for story in stories { lines += section(story, width, style) + [""] }
    if let first = stories.lazy.compactMap(\.started).first {
      lines += TextLines.wrapped("Engine: \(first.engine). \(first.engineReason)", width) + [""]
    }
    lines += summary(style)
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ story: RunStory, _ width: Int, _ style: TerminalStyle) -> [String] {
    let columns = width - Self.margin
    var lines = [style.bold(story.name) + "  " + style.dim(asked(story))]
    if story.conditions.isEmpty {
      return lines + ["  did not run: \(story.finished?.failure ?? "it was killed before it began.")"]
    }
    lines.append(label("") + Lane.conditions(story, columns))
    for monitor in story.started?.monitors ?? [] {
      lines.append(label(monitor) + Lane.text(Lane.columns(story, monitor, columns), style))
    }
    lines.append(label("") + style.dim(scale(story, columns)))
    for monitor in story.started?.monitors ?? [] {
      lines += TextLines.wrapped(sentence(story, monitor), columns).enumerated().map { index, text in
        label(index == 0 ? monitor : "") + text
      }
    }
    if let measured = MeasuredText(story.measured).line {
      lines += TextLines.wrapped(measured, columns).enumerated().map { label($0 == 0 ? "measured" : "") + $1 }
    }
    if let finished = story.finished {
      if let failure = finished.failure { lines.append(label("") + failure) }
      if finished.saturated { lines.append(label("") + "The engine was late by over 1 ms: this machine was too busy.") }
    } else {
      lines.append(label("") + "The run was cut off here; it was killed or is still going on.")
    }
    return lines
  }

  private func label(_ text: String) -> String {
    "  " + text + String(repeating: " ", count: max(0, Self.margin - 2 - text.count))
  }

  /// The profile's numbers in one line.
  private func asked(_ story: RunStory) -> String {
    guard let profile = story.started?.profile else { return "" }
    if profile.linkState != "up" { return "the interface is \(profile.linkState == "down" ? "down" : "without a carrier")" }
    func lane(_ lane: ProfileRecord.Lane) -> String {
      var parts: [String] = []
      if let rate = lane.rate { parts.append(QuantityText.rate(Double(rate))) }
      if lane.delay > 0 { parts.append(QuantityText.duration(Double(lane.delay))) }
      if lane.loss > 0 { parts.append("\(QuantityText.percent(lane.loss)) loss") }
      return parts.isEmpty ? "unlimited" : parts.joined(separator: " ")
    }
    let dns = profile.dnsDelay > 0 ? ", DNS \(QuantityText.duration(Double(profile.dnsDelay)))" : ""
    if profile.downlink == profile.uplink { return "each way \(lane(profile.downlink))\(dns)" }
    return "down \(lane(profile.downlink)), up \(lane(profile.uplink))\(dns)"
  }

  private func scale(_ story: RunStory, _ columns: Int) -> String {
    let times = story.conditions.map(\.applied) + [story.end]
    var text = ""
    for time in times {
      let column = min(columns, Int((Double(time) / Double(max(1, story.end)) * Double(columns)).rounded()))
      let mark = QuantityText.number((Double(time) / 1e9 * 10).rounded() / 10) + " s"
      let place = min(column, columns - mark.count)
      guard place >= text.count else { continue }
      text += String(repeating: " ", count: place - text.count) + mark
    }
    return text
  }

  private func sentence(_ story: RunStory, _ monitor: String) -> String {
    let reaction = story.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else {
      return story.statuses(of: monitor).isEmpty ? "said nothing" : "never noticed"
    }
    let evidence = story.transitions.first {
      $0.monitor == monitor && $0.to == status && $0.condition == "applied"
    }
    var text = "\(status) after \(QuantityText.duration(Double(detected)))"
    if let evidence, let applied = story.time(of: "applied") {
      let first = QuantityText.duration(Double(max(0, evidence.firstEvidence - applied)))
      let count = evidence.evidence.count
      text += " (first sign after \(first), \(count) \(count == 1 ? "event" : "events") behind it)"
    }
    if let recovered = reaction.recovered {
      text += ", back \(QuantityText.duration(Double(recovered))) after it ended"
    } else if reaction.wasAwayAtRemoval {
      text += ", not back before the run ended"
    }
    return text
  }

  private func summary(_ style: TerminalStyle) -> [String] {
    var rows = [["profile", "path", "probe", "probe back", "RTT asked", "got"]]
    for story in stories {
      let path = story.reaction(of: "path")
      let probe = story.reaction(of: "probe")
      let rtt = story.measured.first { $0.quantity == "rtt" }
      rows.append([
        String(story.name.prefix(20)),
        cell(path), cell(probe),
        probe.recovered.map { QuantityText.duration(Double($0)) } ?? (probe.wasAwayAtRemoval ? "not yet" : "-"),
        rtt?.asked.map(QuantityText.duration) ?? "-", rtt?.got.map(QuantityText.duration) ?? "-",
      ])
    }
    let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.enumerated().map { index, row in
      let line = row.enumerated().map { column, text in
        column == 5 ? text : text + String(repeating: " ", count: widths[column] - text.count)
      }.joined(separator: "  ")
      return index == 0 ? style.bold(line) : line
    }
  }

  private func cell(_ reaction: RunStory.Reaction) -> String {
    guard let status = reaction.status, let detected = reaction.detected else { return "-" }
    return "\(status) \(QuantityText.duration(Double(detected)))"
  }
}

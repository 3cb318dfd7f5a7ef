public import Record

/// The terminal's report: for each run a timeline of its monitors and what was measured, then all runs in one table.
public struct TimelineReport: Sendable {
  private let runs: [RunAnalysis]
  /// The columns that labels take: two before and at least one after the longest.
  private let margin: Int

  private static let longestLabel = 20

  /// A report of a record's events.
  public init(events: [RecordEvent]) { self.init(stories: RunStory.all(in: events)) }

  /// A report of runs.
  public init(stories: [RunStory]) {
    runs = stories.map(RunAnalysis.init)
    let labels = stories.flatMap { $0.monitors + [$0.finished?.outcome].compactMap(\.self) } + ["saturated"]
    margin = 3 + min(Self.longestLabel, labels.map { TextLines.plain($0).count }.max() ?? 0)
  }

  /// The report as text.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal, at least 60.
  ///   - color: Whether escape sequences may be used.
  public func text(width: Int = 80, color: Bool) -> String {
    guard !runs.isEmpty else { return "The record is empty: no run began.\n" }
    let style = TerminalStyle(color: color)
    let width = max(60, width)
    var lines =
      (Lane.legend.count <= width ? [Lane.legend] : TextLines.wrapped(Lane.legend, width)).map(style.dim) + [""]
    for run in runs { lines += section(run, width, style) + [""] }
    for table in SummaryTable(runs: runs).tables(width) {
      lines += table.enumerated().map { $0 < 2 ? style.bold($1) : $1 } + [""]
    }
    lines += engines(width) + (StarvedText(runs).map { TextLines.wrapped($0.sentence, width) } ?? [])
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Each engine with its reason, once.
  private func engines(_ width: Int) -> [String] {
    var seen: Set<String> = []
    return runs.compactMap(\.story.started).map { "Engine: \($0.engine). \($0.engineReason)" }
      .filter { seen.insert($0).inserted }
      .flatMap { TextLines.wrapped($0, width) }
  }

  private func section(_ run: RunAnalysis, _ width: Int, _ style: TerminalStyle) -> [String] {
    let story = run.story
    let columns = width - margin
    var lines = heading(story, width, style)
    if story.conditions.isEmpty || !story.hasBegun {
      return lines
        + labelled("", "did not run: \(story.finished?.failure ?? "it was killed before it began.")", columns)
    }
    let monitors = story.monitors
    lines.append(label("") + Lane.conditions(story, columns))
    for monitor in monitors {
      lines.append(label(monitor) + Lane.text(Lane.columns(story, monitor, columns), style))
    }
    lines += [label("") + style.dim(scale(story, run.steps, columns)), ""]
    for monitor in monitors { lines += labelled(monitor, sentence(run, monitor), columns) }
    // Who never noticed what it can't see is named above.
    for finding in Finding.all(run) where finding.kind != .unseen {
      lines += labelled(finding.kind.rawValue, finding.text, columns)
    }
    lines += ending(story, columns) + expectations(story, columns, style)
    let changes = list(run, columns, style)
    if !changes.isEmpty { lines += [""] + changes }
    let measured = MeasuredTable(story.measured).lines(width - 2)
    return lines + (measured.isEmpty ? [] : [""]) + measured.map { "  " + $0 }
  }

  /// The run's name, what its profile asks for, and the engine at the right edge; below each other where it is narrow.
  private func heading(_ story: RunStory, _ width: Int, _ style: TerminalStyle) -> [String] {
    let asked = AskedText(story).line
    let engine = TextLines.plain(story.started?.engine ?? "")
    let space = width - story.title.count - 2 - asked.count - engine.count
    if space >= 2 {
      let rest = engine.isEmpty ? asked : asked + String(repeating: " ", count: space) + engine
      return [style.bold(story.title) + (rest.isEmpty ? "" : "  " + style.dim(rest))]
    }
    let rest = [asked, engine].filter { !$0.isEmpty }.joined(separator: "; ")
    return TextLines.wrapped(story.title, width).map(style.bold)
      + TextLines.wrapped(rest, width - 2).map { "  " + style.dim($0) }
  }

  /// What there is to say of how the run ended.
  private func ending(_ story: RunStory, _ columns: Int) -> [String] {
    guard let finished = story.finished else {
      return labelled(
        "cut off", "The record ends at \(mark(story.end)): the run was killed, or is still going on.", columns)
    }
    var lines: [String] = []
    if finished.outcome != "completed" { lines += labelled(finished.outcome, finished.failure ?? "", columns) }
    if finished.saturated {
      lines += labelled("saturated", "The engine was late by over 1 ms: this machine was too busy.", columns)
    }
    return lines
  }

  /// The expectations; of a failed one what was expected and what was.
  private func expectations(_ story: RunStory, _ columns: Int, _ style: TerminalStyle) -> [String] {
    (story.finished?.expectations ?? []).flatMap { result in
      let expected = result.expected == result.name ? "" : ": expected \(result.expected)"
      let text = result.passed ? result.name : "\(result.name)\(expected); \(result.observed)"
      guard result.isChecked else {
        return labelled(result.word, "\(result.name): \(result.observed)", columns).map(style.dim)
      }
      return labelled(result.word, text, columns).map { result.passed ? $0 : style.status($0, "offline") }
    }
  }

  private func labelled(_ name: String, _ text: String, _ columns: Int) -> [String] {
    TextLines.wrapped(text, columns).enumerated().map { label($0 == 0 ? name : "") + $1 }
  }

  /// A time on the scale.
  private func mark(_ time: Int64) -> String {
    QuantityText.number((Double(time) / 1e9 * 10).rounded() / 10) + " s"
  }

  private func label(_ text: String) -> String {
    let text = TextLines.cut(TextLines.plain(text), Self.longestLabel)
    return "  " + text + String(repeating: " ", count: max(0, margin - 2 - text.count))
  }

  private func scale(_ story: RunStory, _ steps: [ConditionSpan], _ columns: Int) -> String {
    var text = ""
    for time in steps.map(\.change.applied) + [story.end] {
      let mark = mark(time)
      let place = min(Lane.column(time, story, columns), columns - mark.count)
      guard text.isEmpty ? place >= 0 : place > text.count else { continue }
      text += String(repeating: " ", count: place - text.count) + mark
    }
    return text
  }

  private func after(_ status: String, _ time: Int64) -> String {
    time < 0 ? "\(status) at once" : "\(status) after \(QuantityText.delay(time))"
  }

  /// What a monitor made of the conditions, in a line.
  private func sentence(_ run: RunAnalysis, _ monitor: String) -> String {
    let story = run.story
    guard let last = story.statuses(of: monitor).last?.name else { return "said nothing" }
    if let end = end(run, monitor) { return end }
    guard story.time(of: "applied") != nil else {
      return run.steps.count > 1 ? steps(run, monitor, last) : "\(last); the profile was never in force"
    }
    if let first = run.transitions.first(where: { $0.transition.monitor == monitor })?.transition,
      first.condition != "baseline"
    {
      return "said nothing before \(first.toLabel) at \(mark(first.delivered))"
        + (first.toLabel == last ? "" : ", in the end \(last)")
    }
    let reaction = run.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else {
      if let late = run.lateTransitions.first(where: { $0.transition.monitor == monitor }) {
        let since = QuantityText.delay(late.sinceCondition ?? 0)
        let end = late.transition.toLabel == last ? "" : "; in the end \(last)"
        return "noticed only when it was over, \(late.transition.toLabel) \(since) after that\(end)"
      }
      guard story.wasWatched else { return "had not noticed by then, was \(last)" }
      // It may have gone elsewhere for another reason, which a finding tells.
      return run.changes(of: monitor).isEmpty ? "never noticed, stayed \(last)" : "never noticed; in the end \(last)"
    }
    var noticed = after(status, detected)
    if let first = reaction.firstStatus, let soon = reaction.firstDetected, first != status {
      noticed = "\(after(first, soon)), \(noticed)"
    }
    if let recovered = reaction.recovered { return "\(noticed), back after \(QuantityText.delay(recovered))" }
    if reaction.wasAwayAtRemoval { return "\(noticed), not back before the run ended" }
    return story.time(of: "removed") == nil ? noticed : "\(noticed), back while the profile was in force"
  }

  /// How the program under test ended, where it told no status, or ended before there were conditions.
  private func end(_ run: RunAnalysis, _ monitor: String) -> String? {
    let own = run.transitions.filter { $0.transition.monitor == monitor }
    guard let last = own.last?.transition, ProgramEnd.isEnd(last.to, of: monitor),
      own.count == 1 || own.count == 2 && last.condition == "baseline"
    else { return nil }
    let place = "\(last.to) at \(mark(last.delivered))"
    return own.count == 1 ? "\(place), told no status" : "\(own[0].transition.toLabel), then \(place)"
  }

  /// So many reactions to a scenario's steps are told in a sentence, and so many transitions of a run are listed.
  private static let mostReactions = 6
  private static let mostListed = 100

  /// What a monitor made of a scenario's steps, in a line.
  private func steps(_ run: RunAnalysis, _ monitor: String, _ last: String) -> String {
    let steps = StepText(analysis: run)
    let all = run.changes(of: monitor)
    guard !all.isEmpty else { return "never noticed, stayed \(last)" }
    let told = all.prefix(all.count > Self.mostReactions ? Self.mostReactions - 1 : all.count).map { item in
      let place = item.step.map { " after \(steps.event($0))" } ?? ""
      return "\(item.transition.toLabel) \(QuantityText.delay(item.sinceCondition ?? 0))\(place)"
    }
    let rest = all.count - told.count
    return told.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more changes" : "")
  }

  /// A run's transitions but the first ones, a sentence each; of very many the first and the last.
  private func list(_ run: RunAnalysis, _ columns: Int, _ style: TerminalStyle) -> [String] {
    let changes = run.transitions.filter { !$0.isFirst }
    func lines(_ items: some Sequence<ExplainedTransition>) -> [String] {
      items.flatMap { item in
        labelled(
          QuantityText.duration(Double(item.transition.delivered)),
          TransitionText(item.transition, in: run).sentence, columns)
      }
    }
    let rest = changes.count - Self.mostListed
    guard rest > 0 else { return lines(changes).map(style.dim) }
    return
      (lines(changes.prefix(Self.mostListed / 2))
      + labelled("…", "\(rest) transitions are left out here; 'linkcond report --csv' lists them all.", columns)
      + lines(changes.suffix(Self.mostListed / 2))).map(style.dim)
  }
}

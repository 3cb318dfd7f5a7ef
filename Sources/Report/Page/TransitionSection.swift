internal import Record

/// A transition that opens to what led to it.
struct TransitionSection: Sendable {
  let run: RunAnalysis
  /// The transition's index within the run.
  let index: Int
  /// The run's number on the page.
  let number: Int

  /// As many events are shown as evidence; the record has them all.
  private static let mostEvidence = 200

  var html: String {
    let item = run.transitions[index]
    let transition = item.transition
    let text = TransitionText(transition, in: run)
    var tags = ""
    if item.isFirst { tags += "<span class=\"tag\">first status</span>" }
    if item.isFlap { tags += "<span class=\"tag warn\">flap</span>" }
    if item.isLate { tags += "<span class=\"tag warn\">late</span>" }
    if item.isFalse { tags += "<span class=\"tag bad\">no condition behind it</span>" }
    let evidence = transition.evidence.map(String.init).joined(separator: " ")
    return """
      <details class="transition" id="r\(number)t\(index)" data-evidence="\(evidence)">
      <summary><span class="when">\(QuantityText.clock(transition.delivered))</span>\
      <span class="who">\(escape(transition.monitor))</span>\
      <span class="what"><span class="status \(LaneDrawing.look(transition.from))">\(escape(transition.fromLabel))</span>\
      <span class="to" aria-label="to">→</span>\
      <span class="status \(LaneDrawing.look(transition.to))">\(escape(transition.toLabel))</span>\(tags)</span>\
      <span class="since">\(escape(since(item)))</span></summary>
      <div class="anatomy">\(bar(item))
      <dl>\(rows(item, text).map { "<div><dt>\($0)</dt><dd>\(escape($1))</dd></div>" }.joined())</dl>
      \(table(transition))</div>
      </details>

      """
  }

  private func escape(_ text: String) -> String { Markup.escape(TextLines.plain(text)) }

  /// How long after the conditions.
  private func since(_ item: ExplainedTransition) -> String {
    guard let step = item.step, let since = item.sinceCondition else { return item.transition.condition }
    let title = StepText(analysis: run).event(step)
    return since < 0 ? "at once, before \(title) was done" : "\(QuantityText.duration(Double(since))) after \(title)"
  }

  /// The parts of the time, in words.
  private func rows(_ item: ExplainedTransition, _ text: TransitionText) -> [(String, String)] {
    let transition = item.transition
    let steps = StepText(analysis: run)
    let condition: String
    if let cause = item.cause {
      let change = run.steps[cause].change
      let asked = AskedText(change.profile).line
      condition =
        "\(steps.title(cause)) (\(asked)), in force on \(change.interface) at \(QuantityText.clock(change.applied))"
        + (cause == item.step ? "" : item.isLate ? "; it was over by then" : "; the first sign is from its time")
    } else {
      condition = "the record has no step '\(transition.condition)'"
    }
    let words = text.evidenceWords
    let late = run.delay(of: item).map {
      [("Perhaps late", "by up to \(span($0)): the machine gave the run no time just then")]
    }
    return [
      (item.isFalse ? "Condition (none that explains it)" : "Condition", condition),
      ("First sign", "at \(QuantityText.clock(transition.firstEvidence)), \(text.place)"),
      ("Waited for", text.wait),
      ("Decided", "at \(QuantityText.clock(transition.decided))" + (words.isEmpty ? "" : ", on \(words)")),
      ("Told", "\(span(transition.delivered - transition.decided)) later"),
      ("In all", item.sinceCondition.map { $0 < 0 ? "at once" : "\(span($0)) since the conditions held" } ?? "unknown"),
    ] + (late ?? [])
  }

  private func span(_ nanoseconds: Int64) -> String { QuantityText.duration(Double(max(0, nanoseconds))) }

  /// The parts of the time, as widths. The shortest stays wide enough to be seen.
  private func bar(_ item: ExplainedTransition) -> String {
    guard let step = item.step else { return "" }
    let transition = item.transition
    let applied = min(run.steps[step].change.applied, transition.delivered)
    let sign = max(applied, min(transition.firstEvidence, transition.delivered))
    let decided = max(sign, min(transition.decided, transition.delivered))
    let parts = [
      ("until the first sign", "sign", sign - applied), ("until it was decided", "decide", decided - sign),
      ("until it was told", "tell", transition.delivered - decided),
    ]
    let all = max(1, transition.delivered - applied)
    return
      "<div class=\"bar\" role=\"img\" aria-label=\"\(parts.map { "\(span($0.2)) \($0.0)" }.joined(separator: ", "))\">"
      + parts.map { name, look, length in
        // A label takes some 18 % of the bar.
        let label = Double(length) / Double(all) > 0.18 ? "<span>\(span(length)) \(name)</span>" : ""
        let grow = TimelineFrame.number(Double(length) / Double(all) * 1_000)
        return "<i class=\"\(look)\" style=\"flex-grow:\(grow)\" title=\"\(span(length)) \(name)\">\(label)</i>"
      }.joined() + "</div>"
  }

  private func table(_ transition: Transition) -> String {
    guard !transition.evidence.isEmpty else { return "<p class=\"faint\">The record names no events behind it.</p>" }
    var rows = transition.evidence.prefix(Self.mostEvidence).map { number in
      guard let event = run.story.event(number) else {
        return "<tr><td>\(number)</td><td></td><td>The record lacks this event.</td></tr>"
      }
      return "<tr data-n=\"\(number)\"><td>\(number)</td><td>\(QuantityText.clock(event.t))</td>"
        + "<td>\(escape(EvidenceText.words(event)))</td></tr>"
    }.joined()
    let rest = transition.evidence.count - Self.mostEvidence
    if rest > 0 { rows += "<tr><td></td><td></td><td>\(rest) more are in the record.</td></tr>" }
    return "<table class=\"evidence\"><caption>Evidence</caption><thead><tr><th scope=\"col\">event</th>"
      + "<th scope=\"col\">time</th><th scope=\"col\">what happened</th></tr></thead><tbody>\(rows)</tbody></table>"
  }
}

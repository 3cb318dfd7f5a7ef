internal import Record

/// All runs on one page: a row each, with a small timeline, how fast each monitor noticed, and what is to be known.
struct OverviewSection: Sendable {
  let runs: [RunAnalysis]
  /// How many transitions of a monitor are shown.
  let most: Int

  var html: String {
    """
    <header class="page"><h1>Network conditions and what was made of them</h1>
    <p class="asked">\(facts)</p>\(totals)\(starved)</header>
    <section id="overview" aria-label="Overview">
    \(runs.isEmpty ? "<p>The record is empty: no run began.</p>" : table)
    </section>

    """
  }

  private func escape(_ text: String) -> String { Markup.escape(TextLines.plain(text)) }

  /// What all runs have in common, once.
  private var facts: String {
    let started = runs.compactMap(\.story.started)
    func each(_ values: [String]) -> String {
      var seen: Set<String> = []
      return values.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }
    let parts = [
      started.map(\.wallClock).min() ?? "", each(started.map(\.tool)), each(started.map { "\($0.engine) engine" }),
      each(started.map { "Linux \($0.kernel)" }),
    ]
    return parts.filter { !$0.isEmpty }.map(escape).joined(separator: " · ")
  }

  /// What a machine that was too busy did to the times, once for all runs.
  private var starved: String {
    StarvedText(runs).map { "<p class=\"note\">\(escape($0.sentence))</p>" } ?? ""
  }

  private var totals: String {
    let outcomes = runs.map { OutcomeText($0.story) }
    let expectations = runs.flatMap { $0.story.finished?.expectations ?? [] }.filter(\.isChecked)
    let findings = runs.map { Finding.all($0) }
    func count(_ kind: Finding.Kind) -> Int { findings.joined().filter { $0.kind == kind }.count }
    let totals: [(Int, String, String)] = [
      (runs.count, "run~", ""),
      (outcomes.filter { !$0.isGood }.count, "not as they should be", "poor"),
      (expectations.filter(\.passed).count, "expectation~ met", "good"),
      (expectations.filter { !$0.passed }.count, "expectation~ failed", "poor"),
      (count(.missed), "change~ missed", "poor"),
      (count(.late), "late reaction~", "warn"),
      (runs.reduce(0) { $0 + $1.falseTransitions.count }, "false transition~", "poor"),
      (runs.reduce(0) { sum, run in sum + run.monitors.reduce(0) { $0 + run.flaps(of: $1) } }, "flap~", "warn"),
    ]
    return "<ul class=\"totals\">"
      + totals.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map { _, total in
        // A tilde stands for the plural's ending.
        let words = total.1.split(separator: "~", omittingEmptySubsequences: false).joined(
          separator: total.0 == 1 ? "" : "s")
        return "<li class=\"\(total.2)\"><b>\(total.0)</b> \(words)</li>"
      }.joined() + "</ul>"
  }

  /// The monitors that any run had, in the order of their names.
  private var monitors: [String] { Set(runs.flatMap(\.monitors)).sorted() }

  private var table: String {
    let heads = monitors.map { "<th scope=\"col\">\(escape($0))<small>noticed · back</small></th>" }.joined()
    let rows = runs.indices.map(row).joined()
    return """
      <div class="scroll"><table class="runs"><thead><tr><th scope="col">run</th><th scope="col">timeline</th>\(heads)\
      <th scope="col" class="number">RTT<small>middle</small></th>\
      <th scope="col" class="number">loss<small>2-way</small></th><th scope="col">to know</th></tr></thead>
      <tbody>\(rows)</tbody></table></div>
      """
  }

  private func row(_ index: Int) -> String {
    let run = runs[index]
    let cells = monitors.map { "<td>\(reaction(run, $0))</td>" }.joined()
    let asked = AskedText(run.story).line
    let badge = OutcomeText(run.story)
    let numbers = RunNumbers(run)
    return """
      <tr><th scope="row"><a href="#r\(index + 1)">\(escape(run.story.name))</a>\(badge.isGood ? "" : badge.badge)\
      <small>\(escape(asked))</small></th><td class="spark"><a href="#r\(index + 1)" tabindex="-1" aria-hidden="true">\
      \(spark(run))</a></td>\(cells)<td class="number">\(numbers.roundTripText)</td><td class="number">\(numbers.lossText)</td>\
      <td>\(known(run))</td></tr>

      """
  }

  /// How a monitor noticed, and when it was back.
  private func reaction(_ run: RunAnalysis, _ monitor: String) -> String {
    guard run.monitors.contains(monitor) else { return "<span class=\"faint\">–</span>" }
    let own = run.transitions.filter { $0.transition.monitor == monitor }
    guard !own.isEmpty else { return "<span class=\"faint\">silent</span>" }
    guard run.story.time(of: "applied") != nil else { return changes(run, monitor) }
    let reaction = run.reaction(of: monitor)
    guard let status = reaction.status, let detected = reaction.detected else {
      return "<span class=\"faint\">\(run.story.wasWatched ? "never" : "not yet")</span>"
    }
    let back =
      reaction.recovered.map { QuantityText.delay($0) } ?? (reaction.wasAwayAtRemoval ? "not yet" : "–")
    return "<span class=\"status \(LaneDrawing.look(status))\">\(escape(status))</span> "
      + "<span class=\"times pair\">\(Self.tied(QuantityText.delay(detected))) · \(Self.tied(back))</span>"
  }

  /// A quantity that does not break before its unit.
  private static func tied(_ text: String) -> String { text.replacing(" ", with: "\u{A0}") }

  /// For a scenario: the first change after its conditions, and how many more there were.
  private func changes(_ run: RunAnalysis, _ monitor: String) -> String {
    let changes = run.changes(of: monitor)
    guard let first = changes.first else { return "<span class=\"faint\">never</span>" }
    let place = first.step.map { " after \(escape(StepText(analysis: run).event($0)))" } ?? ""
    return "<span class=\"status \(LaneDrawing.look(first.transition.to))\">\(escape(first.transition.toLabel))</span> "
      + "<span class=\"times\">\(Self.tied(QuantityText.delay(first.sinceCondition ?? 0)))\(place)"
      + "\(changes.count > 1 ? ", \(changes.count - 1) more" : "")</span>"
  }

  private func known(_ run: RunAnalysis) -> String {
    var counts: [(Finding.Kind, Int)] = []
    for finding in Finding.all(run) {
      if let index = counts.firstIndex(where: { $0.0 == finding.kind }) {
        counts[index].1 += 1
      } else {
        counts.append((finding.kind, 1))
      }
    }
    let tags = counts.map { kind, count in
      "<span class=\"tag \(kind.rawValue)\">\(kind.label)\(count > 1 ? " \(count)" : "")</span>"
    }
    let isSaturated = run.story.finished?.saturated == true
    let busy = isSaturated ? ["<span class=\"tag\">saturated</span>"] : []
    return (tags + busy).joined(separator: " ")
  }

  /// Conditions and monitors, a line each.
  private func spark(_ run: RunAnalysis) -> String {
    let width = 180.0
    let span = Double(max(1, run.story.span))
    let number = TimelineFrame.number
    let lanes = LaneDrawing(
      run: run, frame: TimelineFrame(span: run.story.span), shown: ShownTransitions(run, most: most))
    let rows = lanes.interfaces.map { lanes.conditions(of: $0) } + run.monitors.map { lanes.statuses(of: $0) }
    let height = 8.0
    return "<svg viewBox=\"0 0 \(number(width)) \(number(Double(rows.count) * (height + 3)))\" width=\"180\" "
      + "height=\"\(number(Double(rows.count) * (height + 3)))\">"
      + rows.enumerated().map { index, stretches in
        stretches.map { stretch in
          let (x, end) = (Double(stretch.start) / span * width, Double(stretch.end) / span * width)
          let tall = ["so-so": height * 0.55, "no": height * 0.25][stretch.look] ?? height
          let y = Double(index) * (height + 3) + height - tall
          return "<g class=\"stretch \(stretch.look)\"><rect x=\"\(number(x))\" y=\"\(number(y))\" "
            + "width=\"\(number(max(0.6, end - x)))\" height=\"\(number(tall))\"/></g>"
        }.joined()
      }.joined() + "</svg>"
  }
}

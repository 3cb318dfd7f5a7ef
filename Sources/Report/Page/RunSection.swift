internal import Record

/// A run on the page.
struct RunSection: Sendable {
  let run: RunAnalysis
  let series: ProbeSeries
  let shown: ShownTransitions
  /// The run's number on the page, counted from 1.
  let number: Int

  var html: String {
    let story = run.story
    return """
      <section class="run" id="r\(number)" aria-labelledby="r\(number)h">
      <header><h2 id="r\(number)h">\(escape(story.name))</h2>\(OutcomeText(story).badge)\
      <a class="up" href="#overview">Overview</a></header>
      <p class="asked">\(escape(asked))</p>
      \(problem)\(findings)
      <div class="timeline" tabindex="0" aria-label="Timeline, arrow keys move the cursor">\
      \(TimelineDrawing(run: run, series: series, shown: shown, number: number).svg)</div>
      \(legend)<p class="readout" aria-live="polite"></p>
      \(transitions)\(expectations)\(tables)\(OutputSection(story: story).html)\(facts)
      </section>

      """
  }

  private func escape(_ text: String) -> String { Markup.escape(TextLines.plain(text)) }

  private var asked: String {
    let line = AskedText(run.story).line
    let engine = run.story.started.map { "\($0.engine) engine" }
    return [line, engine ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What went wrong with the run itself.
  private var problem: String {
    var problems: [String] = []
    let story = run.story
    if let finished = story.finished {
      if let failure = finished.failure { problems.append(failure) }
      if finished.saturated {
        problems.append(
          "The engine was late by over 1 ms: this machine was too busy, and times are partly its own.")
      }
    } else {
      problems.append(
        "The record ends at \(QuantityText.clock(story.end)): the run was killed, or is still going on.")
    }
    return problems.map { "<p class=\"problem\">\(escape($0))</p>\n" }.joined()
  }

  private var findings: String {
    let findings = Finding.all(run)
    guard !findings.isEmpty else { return "" }
    return "<ul class=\"findings\">"
      + findings.map { finding in
        let kind = finding.kind.rawValue
        return "<li><span class=\"tag \(kind)\">\(finding.kind.label)</span> \(escape(finding.text))</li>"
      }.joined() + "</ul>"
  }

  private var legend: String {
    guard !run.monitors.isEmpty else { return "" }
    let kinds = series.kinds.map { kind in
      let look = ProbeDrawing.look(kind)
      return "<span><i class=\"key \(look)\"></i>\(escape(kind))</span>"
    }.joined()
    return """
      <p class="legend"><span><i class="key yes"></i>reachable</span><span><i class="key so-so"></i>degraded</span>\
      <span><i class="key no"></i>unreachable</span>\(kinds)\
      \(series.probes.isEmpty ? "" : "<span><i class=\"key miss\"></i>no answer</span>")\
      <span><i class="key mark"></i>transition, after its wait</span></p>

      """
  }

  private var transitions: String {
    guard !run.transitions.isEmpty else {
      return run.steps.isEmpty ? "" : "<h3>Transitions</h3><p class=\"faint\">No monitor said anything.</p>"
    }
    return
      "<div class=\"heading\"><h3>Transitions</h3><button type=\"button\" class=\"all\" hidden>Open all</button></div>\n"
      + shown.sentences.map { "<p class=\"note\">\(escape($0))</p>\n" }.joined()
      + shown.indices.map { TransitionSection(run: run, index: $0, number: number).html }.joined()
  }

  private var expectations: String {
    let results = run.story.finished?.expectations ?? []
    guard !results.isEmpty else { return "" }
    // Where the name says it all there is nothing to add.
    let isTold = results.contains { $0.expected != $0.name }
    let rows = results.map { result in
      "<tr class=\"\(result.word)\"><td>\(result.word)</td>"
        + "<td>\(escape(result.name))</td>"
        + (isTold ? "<td>\(escape(result.expected))</td>" : "") + "<td>\(escape(result.observed))</td></tr>"
    }.joined()
    return "<h3>Expectations</h3><div class=\"scroll\"><table class=\"plain\"><thead><tr><th scope=\"col\">result</th>"
      + "<th scope=\"col\">expectation</th>\(isTold ? "<th scope=\"col\">expected</th>" : "")"
      + "<th scope=\"col\">observed</th></tr></thead>"
      + "<tbody>\(rows)</tbody></table></div>"
  }

  /// What each monitor made of each step, and what was measured of the link.
  private var tables: String {
    let steps = StepText(analysis: run)
    var html = ""
    if run.steps.count > 1, !run.monitors.isEmpty {
      let heads = run.monitors.map { "<th scope=\"col\">\(escape($0))</th>" }.joined()
      let rows = run.steps.indices.dropFirst().map { step in
        let cells = run.monitors.map { monitor -> String in
          let own = run.reactions.first { $0.monitor == monitor && $0.step == step }?.transitions ?? []
          // A first status is no reaction.
          let parts = own.filter { !run.transitions[$0].isFirst }.map { index in
            let item = run.transitions[index]
            return "\(item.transition.toLabel) \(QuantityText.delay(item.sinceCondition ?? 0))"
          }
          let shown = parts.count > 6 ? Array(parts.prefix(5)) + ["\(parts.count - 5) more"] : parts
          return "<td>\(shown.isEmpty ? "<span class=\"faint\">–</span>" : escape(shown.joined(separator: ", ")))</td>"
        }.joined()
        return "<tr><th scope=\"row\">\(escape(steps.title(step)))</th>"
          + "<td class=\"whole\">\(QuantityText.clock(run.steps[step].change.applied))</td>\(cells)</tr>"
      }.joined()
      html +=
        "<div><h3>Reactions, since the step’s conditions held</h3><div class=\"scroll\"><table class=\"plain\"><thead>"
        + "<tr><th scope=\"col\">step</th><th scope=\"col\">in force</th>\(heads)</tr></thead><tbody>\(rows)</tbody>"
        + "</table></div></div>"
    }
    html += disagreements
    if !run.story.measured.isEmpty { html += measured }
    return html.isEmpty ? "" : "<div class=\"columns\">\(html)</div>"
  }

  /// Who said yes, a row each, while who said no, a column each: for how long.
  private var disagreements: String {
    let pairs = run.disagreeing
    guard pairs.count > 1, run.monitors.count > 2 else { return "" }
    let heads = run.monitors.map { "<th scope=\"col\">\(escape($0))</th>" }.joined()
    let rows = run.monitors.map { yes in
      let cells = run.monitors.map { no -> String in
        let total = pairs.first { $0.longest.yes == yes && $0.longest.no == no }?.total
        return "<td>\(total.map { QuantityText.duration(Double($0)) } ?? "<span class=\"faint\">–</span>")</td>"
      }.joined()
      return "<tr><th scope=\"row\">\(escape(yes))</th>\(cells)</tr>"
    }.joined()
    return "<div><h3>For how long the monitor at the left said yes and the one above no</h3><div class=\"scroll\">"
      + "<table class=\"plain\"><thead><tr><th scope=\"col\"></th>\(heads)</tr></thead><tbody>\(rows)</tbody></table>"
      + "</div></div>"
  }

  private var measured: String {
    let names = run.story.measured.steps
    let rows = names.map { name in
      // A scenario's steps have rows of their own.
      let heading =
        names.count > 1 ? "<tr class=\"part\"><th scope=\"rowgroup\" colspan=\"4\">\(escape(name))</th></tr>" : ""
      return "<tbody>\(heading)\(run.story.measured.filter { $0.step == name }.map(row).joined())</tbody>"
    }.joined()
    return
      "<div><h3>Measured of the link</h3><div class=\"scroll\"><table class=\"plain\"><thead><tr><th scope=\"col\"></th>"
      + "<th scope=\"col\" class=\"number\">asked</th><th scope=\"col\" class=\"number\">got</th><th scope=\"col\">how</th>"
      + "</tr></thead>\(rows)</table></div></div>"
  }

  private func row(_ item: Measured) -> String {
    let text = QuantityText.text(of: item.quantity)
    let direction = item.direction == "roundTrip" ? "" : " \(item.direction)"
    return "<tr><th scope=\"row\">\(escape(item.quantity + direction))</th>"
      + "<td class=\"number\">\(item.asked.map(text) ?? "–")</td><td class=\"number\">\(item.got.map(text) ?? "none")</td>"
      + "<td class=\"faint\">\(escape(item.method))</td></tr>"
  }

  /// What has to be known to make the run again.
  private var facts: String {
    guard let started = run.story.started else { return "" }
    let facts: [(String, String)] = [
      ("engine", "\(started.engine). \(started.engineReason)"), ("kernel", started.kernel), ("seed", "\(started.seed)"),
      ("began", started.wallClock), ("tool", started.tool), ("families", started.families.joined(separator: ", ")),
      ("processors", "\(started.processors)"), ("congestion control", started.congestionControl),
      ("TCP buffers", started.buffers.joined(separator: "; ")), ("offloads", started.offloads.joined(separator: ", ")),
    ]
    return "<details class=\"facts\"><summary>How the run was made</summary><dl>"
      + facts.filter { !$0.1.isEmpty }.map { "<div><dt>\($0)</dt><dd>\(escape($1))</dd></div>" }.joined()
      + "</dl></details>"
  }
}

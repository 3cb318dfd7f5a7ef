internal import Record

/// A run drawn over time: a lane for conditions, one for each monitor, its probes and its program's output.
struct TimelineDrawing: Sendable {
  let run: RunAnalysis
  let series: ProbeSeries
  let shown: ShownTransitions
  /// The run's number on the page, counted from 1.
  let number: Int

  private static let laneHeight = 24.0
  private static let gap = 12.0
  private var frame: TimelineFrame { TimelineFrame(span: run.story.span) }

  /// The drawing, for a page.
  var svg: String {
    var y = 10.0
    var body = ""
    let lanes = LaneDrawing(run: run, frame: frame, shown: shown)
    let interfaces = lanes.interfaces
    for interface in interfaces {
      let name = interfaces.count == 1 ? "conditions" : interface
      body += label(name, y + 16)
      body += lanes.lane(lanes.conditions(of: interface), top: y, height: Self.laneHeight, name: name)
      y += Self.laneHeight + Self.gap
    }
    for monitor in run.monitors {
      body += label(monitor, y + 16)
      body += lanes.lane(lanes.statuses(of: monitor), top: y, height: Self.laneHeight, name: monitor)
      body += marks(of: monitor, top: y)
      y += Self.laneHeight + Self.gap
    }
    if !series.probes.isEmpty {
      let probes = ProbeDrawing(
        series: series, frame: frame, end: run.story.span, edges: run.steps.map(\.change.applied))
      y += ProbeDrawing.missing
      body += label("answers", y + 4) + probes.answers(top: y)
      y += ProbeDrawing.answersHeight + Self.gap + 4
      body += label("no answer", y + ProbeDrawing.lossHeight / 2 + 4) + probes.loss(top: y)
      y += ProbeDrawing.lossHeight + Self.gap
    }
    let output = outputLane(top: y)
    if !output.isEmpty {
      body += label("output", y + 12) + output
      y += 16 + Self.gap
    }
    let height = y + 22
    return """
      <svg viewBox="0 0 \(TimelineFrame.number(TimelineFrame.width)) \(TimelineFrame.number(height))" role="img" \
      aria-label="Timeline of \(Markup.escape(run.story.title))" data-span="\(run.story.span)" \
      data-left="\(TimelineFrame.number(TimelineFrame.left))" \
      data-right="\(TimelineFrame.number(TimelineFrame.width - TimelineFrame.right))">\
      \(changes(to: y))\(axis(y))\(body)<line class="cursor" y1="4" y2="\(TimelineFrame.number(y))" x1="0" x2="0"/></svg>
      """
  }

  private func label(_ text: String, _ y: Double) -> String {
    let text = Markup.escape(TextLines.cut(TextLines.plain(text), 14))
    return "<text class=\"label\" x=\"4\" y=\"\(TimelineFrame.number(y))\">\(text)</text>"
  }

  /// A line down through all lanes where conditions change.
  private func changes(to bottom: Double) -> String {
    run.steps.dropFirst().map { step in
      let x = TimelineFrame.number(frame.x(step.change.applied))
      return "<line class=\"change\" x1=\"\(x)\" x2=\"\(x)\" y1=\"10\" y2=\"\(TimelineFrame.number(bottom))\"/>"
    }.joined()
  }

  private func axis(_ y: Double) -> String {
    let number = TimelineFrame.number
    var text =
      "<line class=\"axis\" x1=\"\(number(TimelineFrame.left))\" x2=\"\(number(TimelineFrame.width - TimelineFrame.right))\""
      + " y1=\"\(number(y))\" y2=\"\(number(y))\"/>"
    for tick in frame.ticks {
      let x = number(frame.x(tick))
      text +=
        "<line class=\"axis\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(number(y))\" y2=\"\(number(y + 4))\"/>"
        + "<text class=\"tick\" x=\"\(x)\" y=\"\(number(y + 17))\">\(TimelineDrawing.seconds(tick))</text>"
    }
    return text
  }

  /// A round time on the axis.
  private static func seconds(_ time: Int64) -> String { QuantityText.number(Double(time) / 1e9) + " s" }

  /// A mark for each transition that leads to its explanation, over a line from the first sign to when it was told.
  private func marks(of monitor: String, top: Double) -> String {
    let number = TimelineFrame.number
    return shown.indices.map { index in
      let item = run.transitions[index]
      let transition = item.transition
      guard transition.monitor == monitor, !item.isFirst else { return "" }
      let (sign, told) = (frame.x(transition.firstEvidence), frame.x(transition.delivered))
      let name = Markup.escape(
        TextLines.plain(
          "\(monitor) \(transition.fromLabel) → \(transition.toLabel) at \(QuantityText.clock(transition.delivered))"))
      let y = top + Self.laneHeight + 4.5
      return
        "<line class=\"wait\" x1=\"\(number(sign))\" x2=\"\(number(told))\" y1=\"\(number(y))\" y2=\"\(number(y))\"/>"
        + "<a class=\"mark\(item.isFalse ? " doubt" : "")\" href=\"#r\(self.number)t\(index)\" aria-label=\"\(name)\">"
        + "<title>\(name)</title><circle cx=\"\(number(told))\" cy=\"\(number(y))\" r=\"4.5\"/></a>"
    }.joined()
  }

  /// A tick for each line of the program's output, or for each place that has some.
  private func outputLane(top: Double) -> String {
    var ticks = ["out": "", "err": ""]
    var last: [String: String] = [:]
    var ends = ""
    for event in run.story.events {
      let x = TimelineFrame.number(frame.x(event.t))
      switch event.payload {
      case .appOutput(let output):
        let stream = output.stream == "stderr" ? "err" : "out"
        guard last[stream] != x else { continue }
        last[stream] = x
        ticks[stream, default: ""] += "M\(x) \(TimelineFrame.number(top))v14"
      case .appExited(let end):
        ends +=
          "<g class=\"exit\"><title>\(Markup.escape(EvidenceText.exit(end))), \(QuantityText.clock(event.t))</title>"
          + "<path d=\"M\(x) \(TimelineFrame.number(top - 2))v18\"/></g>"
      default: break
      }
    }
    return ["out", "err"].compactMap { stream in
      guard let path = ticks[stream], !path.isEmpty else { return nil }
      return "<path class=\"output \(stream)\" d=\"\(path)\"/>"
    }.joined() + ends
  }
}

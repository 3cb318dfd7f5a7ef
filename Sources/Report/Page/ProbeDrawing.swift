internal import Glibc
internal import Record

/// The lanes of a run that show its probes: how long answers took, on a logarithmic scale, and how many were missing.
struct ProbeDrawing: Sendable {
  let series: ProbeSeries
  let frame: TimelineFrame
  let end: Int64
  /// When the steps' conditions held: what is counted together is of one step.
  let edges: [Int64]

  /// Up to so many probes each has a mark of its own; more are drawn as the range and the middle of each stretch.
  static let mostMarks = 1_500
  /// As many stretches as there are units of width that can be told apart.
  static let stretches = 450
  static let answersHeight = 96.0
  static let lossHeight = 34.0
  /// Above the answers, for the marks of those that did not come.
  static let missing = 12.0

  /// The scale: whole decades in nanoseconds around what was measured.
  private var decades: (low: Double, high: Double)? {
    guard let range = series.range else { return nil }
    var (low, high) = (1e3, 1e3)
    while low * 10 <= Double(max(1, range.lowerBound)) { low *= 10 }
    high = low * 10
    while high < Double(range.upperBound) { high *= 10 }
    return (low, high)
  }

  /// The answers, within a lane at `top`.
  func answers(top: Double) -> String {
    guard let decades else {
      let middle = TimelineFrame.number(top + Self.answersHeight / 2)
      return
        "<text class=\"faint\" x=\"\(TimelineFrame.number(TimelineFrame.left + 6))\" y=\"\(middle)\">no answers</text>"
    }
    func y(_ rtt: Int64) -> Double {
      top + Self.answersHeight - Self.position(Double(rtt), decades.low, decades.high) * Self.answersHeight
    }
    let marks = series.probes.count <= Self.mostMarks
    return grid(top, decades.low, decades.high) + (marks ? dots(top, y) : ranges(y))
  }

  /// Where a value stands between `low` and `high` on a logarithmic scale, 0…1.
  static func position(_ value: Double, _ low: Double, _ high: Double) -> Double {
    let decades = max(1, log10(high / low))
    return max(0, min(1, log10(max(value, low) / low) / decades))
  }

  private func grid(_ top: Double, _ low: Double, _ high: Double) -> String {
    let number = TimelineFrame.number
    var text = ""
    var value = low
    while value <= high * 1.01 {
      let y = top + Self.answersHeight * (1 - Self.position(value, low, high))
      text +=
        "<line class=\"grid\" x1=\"\(number(TimelineFrame.left))\" x2=\"\(number(TimelineFrame.width - TimelineFrame.right))\""
        + " y1=\"\(number(y))\" y2=\"\(number(y))\"/><text class=\"scale\" x=\"\(number(TimelineFrame.left - 6))\" "
        + "y=\"\(number(y + 3.5))\">\(QuantityText.duration(value))</text>"
      value *= 10
    }
    return text
  }

  private func dots(_ top: Double, _ y: (Int64) -> Double) -> String {
    let number = TimelineFrame.number
    return series.probes.map { probe in
      let tip =
        "\(Markup.escape(TextLines.plain(probe.kind))) probe sent at \(QuantityText.clock(probe.sent)): "
        + (probe.rtt.map { QuantityText.duration(Double($0)) } ?? Markup.escape(TextLines.plain(probe.outcome)))
      guard let rtt = probe.rtt else {
        let (x, y) = (frame.x(probe.sent), top - Self.missing / 2)
        return "<g class=\"dot miss\" data-n=\"\(probe.number)\"><title>\(tip)</title>"
          + "<path d=\"M\(number(x - 2.6)) \(number(y - 2.6))l5.2 5.2m0 -5.2l-5.2 5.2\"/></g>"
      }
      return "<g class=\"dot \(Self.look(probe.kind))\" data-n=\"\(probe.number)\"><title>\(tip)</title>"
        + shape(probe.kind, frame.x(probe.sent), y(rtt), number) + "</g>"
    }.joined()
  }

  /// Kinds differ by shape as well as by colour.
  private func shape(_ kind: String, _ x: Double, _ y: Double, _ number: (Double) -> String) -> String {
    switch Self.look(kind) {
    case "kind-0": return "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"2.6\"/>"
    case "kind-1": return "<rect x=\"\(number(x - 2.4))\" y=\"\(number(y - 2.4))\" width=\"4.8\" height=\"4.8\"/>"
    default:
      return "<path d=\"M\(number(x)) \(number(y - 3.4))l3.4 6.2h-6.8z\"/>"
    }
  }

  /// The class of a kind of probe.
  static func look(_ kind: String) -> String {
    switch kind {
    case "icmp", "udp": "kind-0"
    case "http": "kind-1"
    default: "kind-2"
    }
  }

  private func ranges(_ y: (Int64) -> Double) -> String {
    let number = TimelineFrame.number
    let bins = series.bins(Self.stretches, until: end, edges: edges)
    return series.kinds.map { kind in
      var (bars, line) = ("", "")
      var isOpen = false
      for bin in bins {
        guard let spread = bin.answers[kind] else {
          isOpen = false
          continue
        }
        let x = number(frame.x(bin.start + (bin.end - bin.start) / 2))
        bars += "M\(x) \(number(y(spread.most)))V\(number(y(spread.least) + 0.8))"
        line += "\(isOpen ? "L" : "M")\(x) \(number(y(spread.median)))"
        isOpen = true
      }
      return
        "<path class=\"range \(Self.look(kind))\" d=\"\(bars)\"/><path class=\"middle \(Self.look(kind))\" d=\"\(line)\"/>"
    }.joined()
  }

  /// What was missing, as bars that are as high as its part of what was sent.
  func loss(top: Double) -> String {
    let number = TimelineFrame.number
    // Four probes at least in each, on the whole, so that a single one does not fill it.
    let bins = series.bins(max(8, min(120, series.probes.count / 4)), until: end, edges: edges)
    let bottom = top + Self.lossHeight
    let frameLines = [(top, "100 %"), (bottom, "0 %")].map { y, label in
      "<line class=\"grid\" x1=\"\(number(TimelineFrame.left))\" x2=\"\(number(TimelineFrame.width - TimelineFrame.right))\""
        + " y1=\"\(number(y))\" y2=\"\(number(y))\"/><text class=\"scale\" x=\"\(number(TimelineFrame.left - 6))\" "
        + "y=\"\(number(y + 3.5))\">\(label)</text>"
    }.joined()
    return frameLines
      + bins.filter { $0.lost > 0 }.map { bin in
        let (x, end) = (frame.x(bin.start), frame.x(bin.end))
        let height = Double(bin.lost) / Double(bin.sent) * Self.lossHeight
        return "<g class=\"lost\"><title>\(QuantityText.clock(bin.start)) – \(QuantityText.clock(bin.end)): "
          + "\(bin.lost) of \(bin.sent) probes without an answer that counts</title>"
          + "<rect x=\"\(number(x + 0.5))\" y=\"\(number(bottom - height))\" width=\"\(number(max(1, end - x - 1)))\" "
          + "height=\"\(number(height))\"/></g>"
      }.joined()
  }
}

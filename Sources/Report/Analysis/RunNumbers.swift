internal import Record

/// The numbers that stand for a run's link wherever a run has one line: in the terminal's table, on the page's overview and
/// in the summary as JSON.
///
/// For a run under one profile they are what was measured while it held. Where that was not measured, and for a scenario,
/// whose steps differ, they come from all echoes sent: under the profile, or in the whole run.
struct RunNumbers: Hashable, Sendable {
  /// The round trip that was asked for, in nanoseconds; nil where no one number was.
  let asked: Double?
  /// The middle round trip, in nanoseconds; nil without an answer.
  let roundTrip: Double?
  /// Whether anything was to be answered, so that a missing round trip means something.
  let isMeasured: Bool
  /// The part that did not come back, 0…1; nil where nothing was sent.
  let loss: Double?

  init(_ run: RunAnalysis) {
    let applied = run.steps.first { $0.change.step == "applied" }
    let measured = run.story.measured.filter { $0.step == "applied" && $0.direction == "roundTrip" }
    let echoes = run.story.events.compactMap { event -> ProbeAnswer? in
      guard case .probeResult(let answer) = event.payload, ["icmp", "udp"].contains(answer.kind) else { return nil }
      guard let applied else { return answer }
      // What was answered after the profile was gone says nothing of it.
      return answer.sent >= applied.change.applied && event.t < applied.end ? answer : nil
    }
    let times = echoes.compactMap(\.rtt).sorted()
    let rtt = measured.first { $0.quantity == "rtt" }
    asked = rtt?.asked
    isMeasured = rtt != nil || !echoes.isEmpty
    roundTrip = rtt.map(\.got) ?? Median.of(times).map { Double($0) }
    loss =
      measured.first { $0.quantity == "loss" }.map(\.got)
      ?? (echoes.isEmpty ? nil : Double(echoes.count - times.count) / Double(echoes.count))
  }

  /// The round trip in words: `none` if nothing came back, `-` if nothing was sent.
  var roundTripText: String { roundTrip.map(QuantityText.duration) ?? (isMeasured ? "none" : "-") }
  /// What was asked for in words.
  var askedText: String { asked.map(QuantityText.duration) ?? "-" }
  /// The loss in words.
  var lossText: String { loss.map(QuantityText.percent) ?? "-" }
}

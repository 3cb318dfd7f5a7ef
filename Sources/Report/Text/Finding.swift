internal import Record

/// Something about a run that its reader should know, in words.
struct Finding: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case missed
    case unseen
    case late
    case unfounded = "false"
    case flaps
    case disagree
    case silent
    case waiting
    case killed

    /// For people, in a few words.
    var label: String { self == .unseen ? "cannot see" : rawValue }
  }

  let kind: Kind
  let text: String

  /// The findings of a run, the gravest first.
  static func all(_ analysis: RunAnalysis) -> [Finding] {
    missed(analysis) + AppFindings(analysis).all + late(analysis) + unfounded(analysis) + flaps(analysis)
      + disagreements(analysis)
  }

  private static func missed(_ analysis: RunAnalysis) -> [Finding] {
    let steps = StepText(analysis: analysis)
    return analysis.missed.map { item in
      let length = QuantityText.duration(Double(item.length))
      let status = item.status.map { "stayed \($0)" } ?? "said nothing"
      let change = item.isRecovery ? "the network was back (\(steps.title(item.step)))" : steps.title(item.step)
      guard item.isVisible else {
        let why = "it watches interfaces and routes, which loss leaves as they are"
        return Finding(kind: .unseen, text: "\(item.monitor) could not see \(change) and \(status): \(why)")
      }
      if let carrier = item.carrier {
        return Finding(
          kind: .missed,
          text: "\(item.monitor) did not notice that \(carrier) carries the traffic (\(steps.title(item.step))) and "
            + "\(status) in the \(length) that followed")
      }
      let meanwhile =
        item.isRecovery ? "in the \(length) that followed" : "in the \(length) in which nothing got through"
      return Finding(
        kind: .missed,
        text: "\(item.monitor) did not notice \(item.isRecovery ? "that " : "")\(change) and \(status) \(meanwhile)")
    }
    .sorted { $0.kind == .missed && $1.kind != .missed }
  }

  private static func late(_ analysis: RunAnalysis) -> [Finding] {
    let steps = StepText(analysis: analysis)
    return analysis.lateTransitions.map { item in
      let since = QuantityText.duration(Double(max(0, item.sinceCondition ?? 0)))
      return Finding(
        kind: .late,
        text: "\(item.transition.monitor) reacted late to \(item.cause.map(steps.title) ?? "no step"): it went to "
          + "\(item.transition.toLabel) \(since) after that was over")
    }
  }

  /// Up to three transitions of a monitor have a sentence each; more are summed up.
  private static func unfounded(_ analysis: RunAnalysis) -> [Finding] {
    func time(_ item: ExplainedTransition) -> String { QuantityText.duration(Double(item.transition.delivered)) }
    let all = Dictionary(grouping: analysis.falseTransitions, by: \.transition.monitor)
    return analysis.monitors.flatMap { monitor -> [Finding] in
      let own = all[monitor] ?? []
      guard own.count > 3, let first = own.first, let last = own.last else {
        return own.map { item in
          Finding(
            kind: .unfounded,
            text: "\(monitor) went to \(item.transition.toLabel) at \(time(item)) with no condition behind it")
        }
      }
      return [
        Finding(
          kind: .unfounded,
          text: "\(monitor) changed \(own.count) times with no condition behind it, first to "
            + "\(first.transition.toLabel) at \(time(first)), last to \(last.transition.toLabel) at \(time(last))")
      ]
    }
  }

  private static func flaps(_ analysis: RunAnalysis) -> [Finding] {
    analysis.monitors.compactMap { monitor in
      let count = analysis.flaps(of: monitor)
      guard count > 0 else { return nil }
      return Finding(
        kind: .flaps,
        text: "\(monitor) went back to an earlier status \(count == 1 ? "once" : "\(count) times") "
          + "while the conditions stayed")
    }
  }

  /// Up to two pairs of monitors that disagreed have a sentence each; more are summed up, and a page has a table of them.
  private static func disagreements(_ analysis: RunAnalysis) -> [Finding] {
    let pairs = analysis.disagreeing
    guard pairs.count > 2 else {
      return pairs.map { pair in
        let stretches = pair.count == 1 ? "," : " in \(pair.count) stretches, the longest"
        return Finding(
          kind: .disagree,
          text: "\(pair.longest.yes) said yes and \(pair.longest.no) said no for "
            + "\(QuantityText.duration(Double(pair.total)))\(stretches) "
            + "from \(QuantityText.duration(Double(pair.longest.start))) on")
      }
    }
    guard let longest = analysis.disagreements.max(by: { $0.length < $1.length }) else { return [] }
    return [
      Finding(
        kind: .disagree,
        text: "some monitors said yes and others no for \(QuantityText.duration(Double(analysis.disagreed))) in all; "
          + "the longest were \(longest.yes), yes, and \(longest.no), no, for "
          + "\(QuantityText.duration(Double(longest.length))) from \(QuantityText.duration(Double(longest.start))) on")
    ]
  }
}

internal import Record

/// A transition in words, from the record alone: what showed it, when, what was waited for, when it was decided and told.
struct TransitionText: Sendable {
  private let analysis: RunAnalysis
  private let transition: Transition

  init(_ transition: Transition, in analysis: RunAnalysis) {
    self.analysis = analysis
    self.transition = transition
  }

  /// Such as `probe offline: 3 icmp timeouts, the first 2 s into 100% Loss; decided 1 s later, told after 82 µs`.
  var sentence: String {
    let evidence = evidenceWords
    let first = evidence.isEmpty ? "first sign" : "\(evidence), \(transition.evidence.count > 1 ? "the first " : "")"
    return "\(transition.monitor) \(transition.toLabel): \(first)\(evidence.isEmpty ? " " : "")\(place); "
      + "decided \(later(transition.decided - transition.firstEvidence, "at once", " later")), "
      + "told \(later(transition.delivered - transition.decided, "at once", " after that"))"
  }

  /// When the first sign was, seen from the step that led to it.
  var place: String { StepText(analysis: analysis).place(transition.firstEvidence, of: transition) }

  /// What was waited for between the first sign and the decision.
  var wait: String {
    let time = transition.decided - transition.firstEvidence
    guard time >= 1_000 else { return "nothing: one sign was enough" }
    let kinds = counts
    let total = kinds.reduce(0) { $0 + $1.count }
    let length = QuantityText.duration(Double(time))
    guard total > 1 else { return "the monitor's rule, for \(length)" }
    if kinds.count == 1, let kind = kinds.first {
      return "\(kind.count - 1) more \(kind.count == 2 ? kind.word : Self.plural(kind.word)), for \(length)"
    }
    return "\(total - 1) more signs, for \(length)"
  }

  private func later(_ nanoseconds: Int64, _ none: String, _ suffix: String) -> String {
    nanoseconds < 1_000 ? none : QuantityText.duration(Double(nanoseconds)) + suffix
  }

  /// The events behind it, counted by kind.
  var evidenceWords: String {
    let reason = transition.evidence.lazy.compactMap { number -> String? in
      guard case .pathChanged(let path)? = analysis.story.payload(number) else { return nil }
      return path.new.reason
    }.first
    let words = counts.map { word, count in "\(count) \(count == 1 ? word : Self.plural(word))" }
    return ((reason.map { [$0] } ?? []) + words).joined(separator: ", ")
  }

  private var counts: [(word: String, count: Int)] {
    var counts: [(word: String, count: Int)] = []
    for number in transition.evidence {
      let word: String
      switch analysis.story.payload(number) {
      case .probeResult(let answer): word = "\(answer.kind) \(Self.words[answer.outcome] ?? answer.outcome)"
      case .linkChanged: word = "link change"
      case .addressChanged: word = "address change"
      case .routeChanged: word = "route change"
      case .appOutput: word = "line of output"
      case .appSocket(let socket): word = "socket \(socket.what)"
      default: continue
      }
      if let index = counts.firstIndex(where: { $0.word == word }) {
        counts[index].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    return counts
  }

  private static let words = ["unreachable": "unreachable answer", "refused": "refusal", "dns-failure": "DNS failure"]

  private static func plural(_ word: String) -> String {
    if word == "line of output" { return "lines of output" }
    if word.hasPrefix("socket ") { return "sockets" + word.dropFirst(6) }
    return word.hasSuffix("reply") ? word.dropLast() + "ies" : word + "s"
  }
}

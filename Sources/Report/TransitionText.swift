internal import Record

/// A transition in words, from the record alone: what showed it, when, and when it was decided and told.
struct TransitionText: Sendable {
  private let story: RunStory
  private let transition: Transition

  init(_ transition: Transition, in story: RunStory) {
    self.story = story
    self.transition = transition
  }

  /// Such as `probe offline: 3 icmp timeouts, the first 2 s into 100% Loss; decided 1 s later, told after 82 µs`.
  var sentence: String {
    let evidence = evidenceWords
    let first = evidence.isEmpty ? "first sign" : "\(evidence), \(transition.evidence.count > 1 ? "the first " : "")"
    return "\(transition.monitor) \(transition.to): \(first)\(evidence.isEmpty ? " " : "")\(place); "
      + "decided \(later(transition.decided - transition.firstEvidence, "at once", " later")), "
      + "told \(later(transition.delivered - transition.decided, "at once", " after that"))"
  }

  private func later(_ nanoseconds: Int64, _ none: String, _ suffix: String) -> String {
    nanoseconds < 1_000 ? none : QuantityText.duration(Double(nanoseconds)) + suffix
  }

  /// When the first sign was, seen from the step that led to it.
  private var place: String {
    let name = transition.condition == "applied" ? story.title : transition.condition
    guard let applied = story.time(of: transition.condition) else { return "during \(name)" }
    let since = transition.firstEvidence - applied
    switch (transition.condition, since >= 0) {
    case ("removed", true): return "\(QuantityText.duration(Double(since))) after removal"
    case ("removed", false): return "\(QuantityText.duration(Double(-since))) before removal was done"
    case (_, true): return "\(QuantityText.duration(Double(since))) into \(name)"
    case (_, false): return "\(QuantityText.duration(Double(-since))) before \(name) was in force"
    }
  }

  /// The events behind it, counted by kind.
  private var evidenceWords: String {
    var order: [String] = []
    var counts: [String: Int] = [:]
    var reason: String?
    for number in transition.evidence {
      let word: String
      switch story.payloads[number] {
      case .probeResult(let answer): word = "\(answer.kind) \(Self.words[answer.outcome] ?? answer.outcome)"
      case .linkChanged: word = "link change"
      case .addressChanged: word = "address change"
      case .routeChanged: word = "route change"
      case .pathChanged(let path):
        reason = path.new.reason
        continue
      default: continue
      }
      if counts[word] == nil { order.append(word) }
      counts[word, default: 0] += 1
    }
    let words = order.map { word in
      let count = counts[word] ?? 0
      return "\(count) \(count == 1 ? word : Self.plural(word))"
    }
    return ((reason.map { [$0] } ?? []) + words).joined(separator: ", ")
  }

  private static let words = ["unreachable": "unreachable answer", "refused": "refusal", "dns-failure": "DNS failure"]

  private static func plural(_ word: String) -> String {
    word.hasSuffix("reply") ? word.dropLast() + "ies" : word + "s"
  }
}

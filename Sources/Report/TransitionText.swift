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
    // A socket may have given more signs than one.
    let total = transition.evidence.count { word(of: $0) != nil || socket($0) != nil }
    let length = QuantityText.duration(Double(time))
    guard total > 1 else { return "the monitor's rule, for \(length)" }
    if let kind = kinds.first, kind.count == total {
      return "\(kind.count - 1) more \(kind.count == 2 ? kind.word : Self.plural(kind.word)), for \(length)"
    }
    return "\(total - 1) more \(total == 2 ? "sign" : "signs"), for \(length)"
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

  /// Events by kind, and sockets, each once, by what became of them: `socket connecting then connected`.
  private var counts: [(word: String, count: Int)] {
    var counts: [(word: String, count: Int)] = []
    func count(_ word: String) {
      if let index = counts.firstIndex(where: { $0.word == word }) {
        counts[index].count += 1
      } else {
        counts.append((word, 1))
      }
    }
    var sockets: [(ends: String, whats: [String])] = []
    for number in transition.evidence {
      guard let socket = socket(number) else { continue }
      let ends = "\(socket.local) \(socket.remote)"
      if let index = sockets.firstIndex(where: { $0.ends == ends }) {
        if sockets[index].whats.last != socket.what { sockets[index].whats.append(socket.what) }
      } else {
        sockets.append((ends, [socket.what]))
      }
    }
    for socket in sockets { count("socket " + socket.whats.joined(separator: " then ")) }
    for number in transition.evidence { if let word = word(of: number) { count(word) } }
    return counts
  }

  private func socket(_ number: Int) -> AppSocket? {
    guard case .appSocket(let socket)? = analysis.story.payload(number) else { return nil }
    return socket
  }

  /// The kind of an event; nil for a socket's and for what is no evidence.
  private func word(of number: Int) -> String? {
    switch analysis.story.payload(number) {
    case .probeResult(let answer): "\(answer.kind) \(Self.words[answer.outcome] ?? answer.outcome)"
    case .linkChanged: "link change"
    case .addressChanged: "address change"
    case .routeChanged: "route change"
    case .appOutput: "line of output"
    default: nil
    }
  }

  private static let words = ["unreachable": "unreachable answer", "refused": "refusal", "dns-failure": "DNS failure"]

  private static func plural(_ word: String) -> String {
    if word == "line of output" { return "lines of output" }
    if word.hasPrefix("socket ") { return "sockets" + word.dropFirst(6) }
    return word.hasSuffix("reply") ? word.dropLast() + "ies" : word + "s"
  }
}

internal import Record

/// How far a machine that was too busy blurs the times of runs, once for all of them.
struct StarvedText: Sendable {
  /// A few sentences with full stops.
  let sentence: String

  /// So many transitions are named.
  private static let mostNamed = 4

  /// nil if no run was starved.
  init?(_ runs: [RunAnalysis]) {
    let starved = runs.filter { $0.story.finished?.starved != nil }
    guard let worst = starved.max(by: { Self.latest($0) < Self.latest($1) }) else { return nil }
    let length = QuantityText.duration(Double(Self.latest(worst)))
    let count = runs.count == 1 ? "the run" : "\(starved.count) of \(runs.count) runs"
    let place = runs.count == 1 ? "" : " (\(worst.story.title))"
    var text = "Starved: in \(count) a thread woke late by more than 5 ms, at worst \(length)\(place)"
    let moved = starved.flatMap { run in
      run.transitions.filter { !$0.isFirst && run.delay(of: $0) != nil }.map { (run, $0) }
    }
    if starved.contains(where: { $0.story.finished?.stalls.isEmpty ?? true }) {
      text += ": this machine was too busy, and times are true to that only."
    } else if moved.isEmpty {
      text += ", but no transition fell into that time."
    } else {
      let names = moved.prefix(Self.mostNamed).map { run, item in
        let place = runs.count == 1 ? "" : "\(run.story.title): "
        return "\(place)\(item.transition.monitor) \(item.transition.toLabel) at "
          + QuantityText.duration(Double(item.transition.delivered))
      }
      let rest = moved.count - names.count
      text += ". What fell into such a time may be late by it: \(names.joined(separator: "; "))"
      text += rest > 0 ? "; and \(rest) more." : "."
    }
    sentence = text
  }

  private static func latest(_ run: RunAnalysis) -> Int64 { run.story.finished?.starved ?? 0 }
}

extension RunAnalysis {
  /// By how much a transition may be late because the machine gave the run no time just then, in nanoseconds; nil if
  /// nothing says so.
  func delay(of item: ExplainedTransition) -> Int64? {
    let transition = item.transition
    return (story.finished?.stalls ?? []).filter { stall in
      // Another thread that woke in the same time may be as late again.
      let late = stall.from...(stall.to + (stall.to - stall.from))
      return [transition.firstEvidence, transition.decided, transition.delivered].contains { late.contains($0) }
    }.map { $0.to - $0.from }.max()
  }
}

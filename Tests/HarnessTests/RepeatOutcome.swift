import Record

/// What repeats of one profile or scenario came to: the sequence of transitions that most have, and the others.
struct RepeatOutcome: CustomStringConvertible {
  /// A transition without its times.
  struct Step: Hashable, CustomStringConvertible {
    let monitor, to, condition: String
    var description: String { "\(monitor) \(to) in \(condition)" }
  }

  let title: String
  /// The sequences, most frequent first.
  let sequences: [(steps: [Step], runs: [String])]

  /// - Parameter runs: the events of each repeat, by the run's name.
  init(_ title: String, _ runs: [String: [RecordEvent]]) {
    self.title = title
    var found: [[Step]: [String]] = [:]
    for (name, events) in runs {
      // Each monitor has its own order; between monitors it is a matter of milliseconds.
      let steps = ["path", "reachability", "probe"].flatMap { monitor in
        events.transitions(monitor).sorted { $0.delivered < $1.delivered }
          .map { Step(monitor: monitor, to: $0.toLabel, condition: $0.condition) }
      }
      found[steps, default: []].append(name)
    }
    sequences = found.map { (steps: $0.key, runs: $0.value.sorted()) }
      .sorted { ($1.runs.count, $0.runs[0]) < ($0.runs.count, $1.runs[0]) }
  }

  var isSteady: Bool { sequences.count == 1 }

  /// Such as `Edge: 50 of 50 equal`, with a line for each way in which some differ.
  var description: String {
    let total = sequences.reduce(0) { $0 + $1.runs.count }
    guard let usual = sequences.first else { return "\(title): no runs" }
    return
      ([
        "\(title): \(usual.runs.count) of \(total) equal, \(usual.steps.count) transitions"
      ]
      + sequences.dropFirst().map { other in
        let difference = other.steps.difference(from: usual.steps)
        func list(_ changes: [CollectionDifference<Step>.Change]) -> String {
          changes.map { change in
            switch change {
            case .insert(_, let step, _), .remove(_, let step, _): "\(step)"
            }
          }.joined(separator: "; ")
        }
        return "  \(other.runs.count) (\(other.runs[0])): too many [\(list(difference.insertions))], "
          + "missing [\(list(difference.removals))]"
      }).joined(separator: "\n")
  }
}

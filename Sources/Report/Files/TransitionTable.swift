internal import Record

/// A record's transitions as comma-separated values, as RFC 4180 has them: a heading, then a line for each, with CR LF.
public struct TransitionTable: Sendable {
  private let runs: [RunAnalysis]

  /// The columns, in their order. Times are nanoseconds since the run started, `sinceCondition` since the step's
  /// conditions held. A hand-over has one status before and after and two interfaces.
  public static let columns = [
    "run", "profile", "monitor", "from", "to", "step", "cause", "firstEvidence", "decided", "delivered",
    "sinceCondition", "flap", "false", "evidence", "words", "fromInterface", "toInterface",
  ]

  /// The table of some runs.
  public init(stories: [RunStory]) { runs = stories.map(RunAnalysis.init) }

  /// The table.
  public var text: String {
    var text = Self.line(Self.columns)
    for run in runs {
      for item in run.transitions {
        let transition = item.transition
        text += Self.line([
          run.story.name, run.story.groupName, transition.monitor, transition.from, transition.to,
          transition.condition, item.cause.map { run.steps[$0].change.step } ?? "", "\(transition.firstEvidence)",
          "\(transition.decided)", "\(transition.delivered)", item.sinceCondition.map(String.init) ?? "",
          "\(item.isFlap)", "\(item.isFalse)", transition.evidence.map(String.init).joined(separator: " "),
          TransitionText(transition, in: run).sentence, transition.fromInterface ?? "", transition.toInterface ?? "",
        ])
      }
    }
    return text
  }

  private static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  /// In quotes where it has to be, with its own quotes doubled.
  private static func field(_ text: String) -> String {
    // Scalars, since CR LF is one character.
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return text }
    var field = "\""
    for scalar in text.unicodeScalars { field += scalar == "\"" ? "\"\"" : String(scalar) }
    return field + "\""
  }
}

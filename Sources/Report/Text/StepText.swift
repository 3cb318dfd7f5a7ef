internal import Record

/// Steps in words.
struct StepText: Sendable {
  let analysis: RunAnalysis

  /// What a step is called: for a run under one profile the profile's name, the same in each repeat; for a scenario's
  /// steps theirs.
  func title(_ step: Int) -> String {
    guard analysis.steps.indices.contains(step) else { return "no step" }
    let name = analysis.steps[step].change.step
    return name == "applied" ? TextLines.plain(analysis.story.groupName) : TextLines.plain(name)
  }

  /// A step as something that times are counted from: `Edge`, `removal`.
  func event(_ step: Int) -> String {
    let title = title(step)
    return title == "removed" ? "removal" : title
  }

  /// When something was, seen from the step of a transition: `2 s into Edge`, `400 ms after removal`.
  func place(_ time: Int64, of transition: Transition) -> String {
    let isOwn = transition.condition == "applied"
    let name = TextLines.plain(isOwn ? analysis.story.groupName : transition.condition)
    guard let step = analysis.step(of: transition) else { return "during \(name)" }
    let since = time - analysis.steps[step].change.applied
    switch (transition.condition, since >= 0) {
    case ("removed", true): return "\(QuantityText.duration(Double(since))) after removal"
    case ("removed", false): return "\(QuantityText.duration(Double(-since))) before removal was done"
    case (_, true): return "\(QuantityText.duration(Double(since))) into \(name)"
    case (_, false): return "\(QuantityText.duration(Double(-since))) before \(name) was in force"
    }
  }
}

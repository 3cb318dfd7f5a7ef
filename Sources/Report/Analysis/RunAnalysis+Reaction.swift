internal import Record

extension RunAnalysis {
  /// A monitor's transitions but its first status, in the order in which its client was told.
  func changes(of monitor: String) -> [ExplainedTransition] {
    transitions.filter { $0.transition.monitor == monitor && !$0.isFirst }
  }

  /// How a monitor noticed the profile of a run under one profile, and how it noticed that it was gone.
  ///
  /// It noticed if it left the status of the baseline and the profile is what led to that: what it did for another reason,
  /// or because the profile was taken away again, is no answer to it. What led to a transition is told by the step that it
  /// names and by its first sign, not by when it was told.
  func reaction(of monitor: String) -> RunStory.Reaction {
    var reaction = RunStory.Reaction()
    let own = transitions.filter { $0.transition.monitor == monitor }
    guard let applied = steps.firstIndex(where: { $0.change.step == "applied" }),
      let baseline = own.last(where: { $0.transition.condition == "baseline" })?.transition.to
    else { return reaction }
    let noticed = own.filter {
      $0.cause == applied && !$0.isFalse && !$0.isLate && !$0.isFirst && $0.transition.to != baseline
    }
    func detected(_ item: ExplainedTransition) -> Int64 {
      item.transition.delivered - steps[applied].change.applied
    }
    if let first = noticed.first {
      // Degraded may be only a step on the way to offline.
      let worst = noticed.first { Reach(status: $0.transition.to) == .unreachable } ?? first
      (reaction.firstStatus, reaction.firstDetected) = (first.transition.to, detected(first))
      (reaction.status, reaction.detected) = (worst.transition.to, detected(worst))
    }
    guard let removed = steps.firstIndex(where: { $0.change.step == "removed" }) else { return reaction }
    reaction.wasAwayAtRemoval = own.last { $0.transition.condition != "removed" }?.transition.to != baseline
    guard !noticed.isEmpty else { return reaction }
    let after = own.filter { $0.transition.condition == "removed" }.map(\.transition)
    // Only who has been away can come back.
    let back = (reaction.wasAwayAtRemoval ? after[...] : after.drop { $0.to == baseline }).first { $0.to == baseline }
    reaction.recovered = back.map { $0.delivered - steps[removed].change.applied }
    return reaction
  }
}

internal import Record

extension RunAnalysis {
  /// The transitions that came only after the conditions that led to them.
  var lateTransitions: [ExplainedTransition] { transitions.filter(\.isLate) }

  /// The transitions, with those told late to their conditions: a look-up that began while everything was lost fails when
  /// the loss may be over, and nothing in the record tells when it began.
  ///
  /// A transition is late if nothing that held explains it, the step before does, and its monitor had not reacted to that
  /// step. One that stands on probes is not: when they were sent is known.
  static func withLate(
    _ transitions: [ExplainedTransition], _ steps: [ConditionSpan], _ story: RunStory
  ) -> [ExplainedTransition] {
    /// The steps that each monitor has reacted to.
    var noticed: [String: Set<Int>] = [:]
    /// The monitors that were late with their last word.
    var late: Set<String> = []
    return transitions.map { item in
      var item = item
      let monitor = item.transition.monitor
      if item.isFalse, let step = item.step, step > 0, noticed[monitor]?.contains(step - 1) != true,
        explains(steps[step - 1].shift, item.transition, item.isFlap), !standsOnProbes(item.transition, story)
      {
        (item.cause, item.isFalse, item.isLate) = (step - 1, false, true)
        late.insert(monitor)
      } else if late.remove(monitor) != nil {
        // To come back from that is what the conditions that hold ask for.
        item.isFlap = item.isFlap && item.isFalse
      }
      if let cause = item.cause, !item.isFalse, !item.isFirst { noticed[monitor, default: []].insert(cause) }
      return item
    }
  }

  private static func standsOnProbes(_ transition: Transition, _ story: RunStory) -> Bool {
    transition.evidence.contains { number in
      if case .probeResult? = story.payload(number) { true } else { false }
    }
  }
}

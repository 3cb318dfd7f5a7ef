internal import Record

/// What a run's record tells when its events are held against each other; all reports are drawn from it.
struct RunAnalysis: Sendable {
  let story: RunStory
  /// The conditions, in their order.
  let steps: [ConditionSpan]
  /// The monitors, each once.
  let monitors: [String]
  /// All transitions, in the order in which clients were told.
  let transitions: [ExplainedTransition]
  /// What each monitor made of each step but the first.
  let reactions: [StepReaction]
  /// Changes of conditions that were not noticed.
  let missed: [MissedChange]
  /// Times in which one monitor said yes and another no.
  let disagreements: [Disagreement]

  init(_ story: RunStory) {
    self.story = story
    monitors = story.monitors
    let steps = ConditionSpan.all(story.conditions, end: story.end)
    self.steps = steps
    let recorded = story.numbered.sorted { $0.transition.delivered < $1.transition.delivered }
    transitions = Self.withLate(
      Self.explain(recorded, steps, CarryingLinks.turns(story.conditions), story), steps, story)
    reactions = Self.reactions(transitions, steps, monitors)
    missed =
      Self.missed(transitions, steps, monitors, story.wasWatched)
      + Self.missedHandovers(transitions, steps, monitors, story.wasWatched)
    disagreements = Disagreement.all(
      monitors.map { monitor in
        let own = recorded.filter { $0.transition.monitor == monitor }
        return (monitor, own.map { RunStory.Status(since: $0.transition.delivered, name: $0.transition.to) })
      }, end: story.end)
  }

  /// How often a monitor went back and forth while the conditions stayed.
  func flaps(of monitor: String) -> Int { transitions.filter { $0.isFlap && $0.transition.monitor == monitor }.count }

  /// The transitions that no condition is behind.
  var falseTransitions: [ExplainedTransition] { transitions.filter(\.isFalse) }

  /// The step of a transition, as an index; nil if the record has none of that name.
  func step(of transition: Transition) -> Int? { Self.step(of: transition, steps) }

  /// The step of a transition: of those with its name the last that had begun, for a name may come again.
  private static func step(of transition: Transition, _ steps: [ConditionSpan]) -> Int? {
    let named = steps.indices.filter { steps[$0].change.step == transition.condition }
    return named.last { steps[$0].change.began <= transition.delivered } ?? named.first
  }

  private static func explain(
    _ recorded: [(number: Int, transition: Transition)], _ steps: [ConditionSpan], _ turns: [Int64], _ story: RunStory
  ) -> [ExplainedTransition] {
    /// What each monitor has been while the conditions stayed, its status at the beginning included.
    var seen: [String: (step: Int?, turns: Int, statuses: Set<String>)] = [:]
    /// Whether the program has come to where it works, from words such as "connecting".
    var hasStarted = false
    return recorded.map { number, transition in
      let step = step(of: transition, steps)
      let sign = firstSign(of: transition, story)
      // Taken out, so that a set that grows long is not copied at each transition.
      var own = seen.removeValue(forKey: transition.monitor) ?? (step, 0, [])
      // A link that flaps within one step takes the monitor to and fro, who then does not flap by itself.
      let passed = max(own.turns, turns.prefix { $0 <= sign }.count)
      if own.step != step || own.turns != passed { own = (step, passed, [transition.fromLabel]) }
      own.statuses.insert(transition.fromLabel)
      let isFlap = own.statuses.contains(transition.toLabel)
      own.statuses.insert(transition.toLabel)
      seen[transition.monitor] = own

      let causes = causes(sign, step, steps)
      let cause = causes.first { explains(steps[$0].shift, transition, isFlap) }
      let isStart = transition.monitor == "app" && !hasStarted && step.map { steps[$0].shift == nil } ?? false
      if transition.monitor == "app", Reach(status: transition.to) == .reachable { hasStarted = true }
      let isFalse = !causes.isEmpty && cause == nil && !isStart && !isFirstOrKernels(transition, story)
      return ExplainedTransition(
        transition: transition, number: number, step: step, cause: cause ?? step,
        sinceCondition: step.map { transition.delivered - steps[$0].change.applied }, isFlap: isFlap, isFalse: isFalse)
    }
  }

  /// When what led to a transition began: a probe that was missed is lost when it is sent, not when it is given up.
  private static func firstSign(of transition: Transition, _ story: RunStory) -> Int64 {
    transition.evidence.reduce(transition.firstEvidence) { sign, number in
      guard case .probeResult(let answer)? = story.payload(number) else { return sign }
      return min(sign, answer.sent)
    }
  }

  /// The steps that may have led to a transition: the one that held, and the one before if the first sign is older than
  /// the change.
  private static func causes(_ sign: Int64, _ step: Int?, _ steps: [ConditionSpan]) -> [Int] {
    guard let step else { return [] }
    return step > 0 && sign < steps[step].change.began ? [step, step - 1] : [step]
  }

  /// Whether a transition goes the way that the conditions went.
  static func explains(_ shift: ConditionShift?, _ transition: Transition, _ isFlap: Bool) -> Bool {
    switch shift {
    case nil, .same?: return false
    case .other?: return true
    case .lighter?, .heavier?:
      guard let from = Reach(status: transition.from), let to = Reach(status: transition.to) else { return true }
      // On a bad link a monitor may well come back now and then; on a good one it has no reason to leave.
      return shift == .lighter ? to <= from : to >= from || isFlap
    }
  }

  /// Whether nothing has to be behind a transition: it is the first one, or the kernel's own events are, for what it
  /// does to a link, an address or a route is a condition too.
  private static func isFirstOrKernels(_ transition: Transition, _ story: RunStory) -> Bool {
    transition.from == "unknown"
      || transition.evidence.contains { number in
        switch story.payload(number) {
        case .linkChanged?, .addressChanged?, .routeChanged?: true
        default: false
        }
      }
  }

  private static func reactions(
    _ transitions: [ExplainedTransition], _ steps: [ConditionSpan], _ monitors: [String]
  ) -> [StepReaction] {
    monitors.flatMap { monitor in
      var status: String?
      return steps.indices.compactMap { step -> StepReaction? in
        let own = transitions.indices.filter {
          transitions[$0].transition.monitor == monitor && transitions[$0].step == step
        }
        let before = status
        status = own.last.map { transitions[$0].transition.to } ?? status
        guard step > 0 else { return nil }
        return StepReaction(monitor: monitor, step: step, before: before, transitions: own, after: status)
      }
    }
  }

  /// Outages and ends of outages that a monitor did not notice: no transition in that direction has it as its cause.
  private static func missed(
    _ transitions: [ExplainedTransition], _ steps: [ConditionSpan], _ monitors: [String], _ wasWatched: Bool
  ) -> [MissedChange] {
    var found: [MissedChange] = []
    for step in steps.indices.dropFirst() where steps[step].isOutage != steps[step - 1].isOutage {
      let isRecovery = !steps[step].isOutage
      let next = steps.indices.first { $0 > step && steps[$0].isOutage == isRecovery } ?? steps.count
      // Where a run broke off there might have been more to see.
      guard next < steps.count || wasWatched else { continue }
      let end = steps[next - 1].end
      for monitor in monitors {
        let own = transitions.filter { $0.transition.monitor == monitor }
        let before = own.last { ($0.cause ?? 0) < step }?.transition.to
        let during = own.filter { ($0.cause ?? 0) >= step && ($0.cause ?? 0) < next && !$0.isFirst }
        // Of a program's own words the first one stands for a network that is there, and any other for one that is not.
        let reach = before.flatMap { Reach(status: $0) ?? ($0 == own.first?.transition.to ? .reachable : .unreachable) }
        // Who is where the change leads to has nothing to notice, and who never said anything before, or has ended, is no
        // judge.
        if before.map({ ProgramEnd.isEnd($0, of: monitor) }) ?? true
          || reach == (isRecovery ? .reachable : .unreachable)
        {
          continue
        }
        let isNoticed = during.contains { item in
          guard let from = Reach(status: item.transition.from), let to = Reach(status: item.transition.to) else {
            return true
          }
          return isRecovery ? to < from : to > from
        }
        guard !isNoticed else { continue }
        let isLinkSeen = isRecovery ? steps[step - 1].isLinkDown : steps[step].isLinkDown
        found.append(
          MissedChange(
            monitor: monitor, step: step, isRecovery: isRecovery, status: during.last?.transition.to ?? before,
            length: end - steps[step].change.applied,
            isVisible: isLinkSeen || !["path", "reachability"].contains(monitor)))
      }
    }
    return found
  }
}

extension Scenario {
  /// Every change of every link in the order of time, with rounds repeated, ramps cut into parts and random times drawn.
  ///
  /// It is a function of the scenario and the seed: the same on any machine. Times count from the run's start, and
  /// what would come after the last round's end is left out. The interfaces' conditions at the start are in ``interfaces`` and
  /// are not repeated here. Rounds after the first begin with the conditions that the one before left.
  ///
  /// On each interface, a step with a profile ends a ramp and a flapping that are under way; a ramp ends a ramp; a state
  /// or a flapping ends a flapping, and a ramp that it meets goes on, leaving the state to it even at the ramp's end.
  public func timeline(seed: UInt64) -> [TimedCondition] {
    var tracks: [String: ConditionTrack] = [:]
    for interface in interfaces {
      var profile = interface.profile
      profile.linkState = interface.state
      tracks[interface.name] = ConditionTrack(interface: interface.name, profile: profile)
    }
    let ordered = steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for round in 1...max(1, rounds) {
      let start = length * (round - 1)
      for (index, step) in ordered {
        // Each step draws from numbers of its own, so that changing one leaves the others as they were.
        var mixer = SplitMix64(seed: seed ^ UInt64(round) &* SplitMix64.increment)
        let draws = SplitMix64(seed: mixer.next() &+ UInt64(index) &* SplitMix64.increment)
        tracks[step.interface]?.apply(
          step.action, at: start + step.time, named: step.name(inRound: round), draws: draws)
      }
    }
    let end = length * max(1, rounds)
    var order: [(condition: TimedCondition, interface: Int)] = []
    for (index, interface) in interfaces.enumerated() {
      order += (tracks[interface.name]?.finished() ?? []).filter { $0.time <= end }.map { ($0, index) }
    }
    return order.enumerated().sorted { a, b in
      (a.element.condition.time, a.element.interface, a.offset) < (
        b.element.condition.time, b.element.interface, b.offset
      )
    }.map(\.element.condition)
  }
}

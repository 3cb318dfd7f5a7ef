/// What steps are called in the rounds of a scenario that repeats them.
package enum StepRounds {
  /// What a step is called in a round, counted from 1; in the first it has its bare name.
  package static func name(_ step: String, inRound round: Int) -> String {
    round == 1 ? step : "\(step) (round \(round))"
  }

  /// The steps that an expectation's step stands for: the one of that very name and those of the later rounds, or the one
  /// of the round that it names.
  ///
  /// - Parameter steps: The names of all steps that there are.
  /// - Returns: the names in the order of the rounds; empty if there is no such step.
  package static func steps(named step: String, among steps: Set<String>) -> [String] {
    var found: [String] = []
    while true {
      let name = name(step, inRound: found.count + 1)
      guard steps.contains(name) else { break }
      found.append(name)
    }
    if !found.isEmpty { return found }
    // The first round's steps may be asked for by its number as well.
    let first = " (round 1)"
    guard step.hasSuffix(first) else { return [] }
    let name = String(step.dropLast(first.count))
    return steps.contains(name) ? [name] : []
  }
}

import Profiles

extension ShowArguments {
  /// The profile, as `store` finds it, or the scenario of that name.
  ///
  /// - Throws: ``UnknownName``, or ``ProfileFaults`` for a damaged file.
  func output(_ store: ProfileStore, _ scenarios: ScenarioStore? = nil) throws -> CommandOutput {
    let scenarioStore = scenarios ?? ScenarioStore(profiles: store)
    if case .scenario(let scenario)? = isPath && form == nil ? FileCheck(profile, profiles: store).contents : nil {
      return try Self.output(scenario, .file(profile), isJSON)
    }
    let entry: ProfileStore.Entry
    do {
      entry = try store.entry(profile)
    } catch let unknown as UnknownName where form == nil {
      do {
        let found = try scenarioStore.entry(profile)
        return try Self.output(found.scenario, found.origin, isJSON)
      } catch let scenario as UnknownName {
        // Whichever of the two has something like it is more likely to have been meant.
        if unknown.nearest.isEmpty, !scenario.nearest.isEmpty { throw scenario }
        throw unknown
      }
    }
    if let form { return try form.output(entry.profile, device: device) }
    guard !isJSON else {
      return CommandOutput(facts: try CommandOutput.json(ProfileFacts(entry.profile, origin: entry.origin)))
    }
    return CommandOutput(facts: ProfileText(entry.profile, origin: entry.origin).text)
  }

  /// What is found from here.
  func output() throws -> CommandOutput {
    try output(ProfileStore(extra: profilePlaces))
  }

  private var isPath: Bool { profile.contains("/") || profile.hasSuffix(".plist") }

  private static func output(_ scenario: Scenario, _ origin: ProfileOrigin, _ isJSON: Bool) throws -> CommandOutput {
    guard !isJSON else {
      return CommandOutput(facts: try CommandOutput.json(ScenarioFacts(scenario, origin: origin)))
    }
    return CommandOutput(facts: ScenarioText(scenario, origin: origin).text)
  }
}

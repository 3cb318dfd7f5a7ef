import Profiles

extension ShowArguments {
  /// The profile, as `store` finds it, or the scenario of that name.
  ///
  /// - Throws: ``UnknownName``, ``ProfileFaults`` for a damaged file, ``ExportRefusal`` for what a form cannot say.
  func output(_ store: ProfileStore, _ scenarios: ScenarioStore? = nil) throws -> CommandOutput {
    let scenarioStore = scenarios ?? ScenarioStore(profiles: store)
    if isPath, case .scenario(let scenario)? = FileCheck(profile, profiles: store).contents {
      return try output(scenario, .file(profile), store)
    }
    let entry: ProfileStore.Entry
    do {
      entry = try store.entry(profile)
    } catch let unknown as UnknownName {
      do {
        let found = try scenarioStore.entry(profile)
        return try output(found.scenario, found.origin, store)
      } catch let scenario as UnknownName {
        // Whichever of the two has something like it is more likely to have been meant.
        if unknown.nearest.isEmpty, !scenario.nearest.isEmpty { throw scenario }
        throw unknown
      }
    } catch let faults as ProfileFaults where isPath {
      // A damaged scenario is not told that it is no profile.
      let check = FileCheck(profile, profiles: store)
      throw check.faults.isEmpty ? faults : ProfileFaults(check.faults)
    }
    if let form {
      return try Self.output(ProfileExporter.export([entry.profile], to: form.format, device: device))
    }
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

  private func output(_ scenario: Scenario, _ origin: ProfileOrigin, _ store: ProfileStore) throws -> CommandOutput {
    if let form {
      return try Self.output(ScenarioExporter.export(scenario, to: form.format, origin: origin, profiles: store))
    }
    guard !isJSON else {
      return CommandOutput(facts: try CommandOutput.json(ScenarioFacts(scenario, origin: origin)))
    }
    return CommandOutput(facts: ScenarioText(scenario, origin: origin).text)
  }

  /// What was written, with what the form cannot say as complaints.
  private static func output(_ result: ExportResult) -> CommandOutput {
    CommandOutput(facts: result.text, complaints: result.warnings.map { "Warning: \($0)\n" }.joined())
  }
}

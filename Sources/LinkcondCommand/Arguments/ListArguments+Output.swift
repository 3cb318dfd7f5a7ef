import Profiles

extension ListArguments {
  private struct Facts: Encodable {
    let schema = 1
    let profiles: [ProfileFacts]
    let scenarios: [ScenarioFacts]
    /// The names of the profiles that files of Apple's say are selected.
    let selected: [String]

    private enum CodingKeys: String, CodingKey { case schema, profiles, scenarios, selected }
  }

  /// What the stores have; what is damaged is complained about beside that which is not.
  func output(_ store: ProfileStore, _ scenarios: ScenarioStore? = nil) throws -> CommandOutput {
    let scenarioStore = scenarios ?? ScenarioStore(profiles: store)
    let (profiles, scenarios) = (store.contents(), scenarioStore.contents())
    var output = CommandOutput(facts: "")
    if let names {
      let listed =
        switch names {
        case .profiles: profiles.entries.map(\.profile.name)
        case .scenarios: scenarios.entries.map(\.scenario.name)
        }
      output.facts = listed.map { ListedNames.typed($0) + "\n" }.joined()
    } else if isJSON {
      output.facts = try CommandOutput.json(
        Facts(
          profiles: profiles.entries.map { ProfileFacts($0.profile, origin: $0.origin) },
          scenarios: scenarios.entries.map { ScenarioFacts($0.scenario, origin: $0.origin) },
          selected: profiles.entries.filter(\.isSelected).map(\.profile.name)))
    } else {
      output.facts =
        Self.table(profiles.entries) + "\n" + Self.table(scenarios.entries)
        + Self.files(profiles.entries.map { ($0.profile.name, $0.origin, $0.isSelected) })
        + Self.files(scenarios.entries.map { ($0.scenario.name, $0.origin, false) })
    }
    // A scenario's file that names a damaged profile repeats its faults.
    var faults = profiles.faults
    for fault in scenarios.faults where !faults.contains(fault) { faults.append(fault) }
    if !faults.isEmpty {
      output.complaints = faults.map { "Error: \($0)\n" }.joined()
      output.status = .badInput
    }
    return output
  }

  /// What is found from here.
  func output() throws -> CommandOutput {
    try output(ProfileStore(extra: profilePlaces))
  }

  private static func table(_ entries: [ProfileStore.Entry]) -> String {
    let rows = entries.map { [$0.profile.name] + columns($0.profile) }
    return Columns.text([["PROFILE", "DOWNLINK", "UPLINK"]] + rows, flexible: 2)
  }

  private static func table(_ entries: [ScenarioStore.Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let rows = entries.map { entry in
      let scenario = entry.scenario
      let length = scenario.length.quantityText + (scenario.rounds > 1 ? " × \(scenario.rounds)" : "")
      return [scenario.name, length, scenario.summary ?? scenario.steps.map(\.name).joined(separator: ", ")]
    }
    return Columns.text([["SCENARIO", "LENGTH", "WHAT HAPPENS"]] + rows, flexible: 1)
  }

  /// Where those come from that are not bundled, on lines of their own, since paths are of any length.
  private static func files(_ entries: [(name: String, origin: ProfileOrigin, isSelected: Bool)]) -> String {
    let lines = entries.compactMap { entry -> String? in
      guard case .file(let path) = entry.origin else { return nil }
      return "\(entry.name): \(path)\(entry.isSelected ? " (selected)" : "")\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// What happens to packets, in few words, for each direction.
  private static func columns(_ profile: Profile) -> [String] {
    switch profile.linkState {
    case .down: return ["interface down", "interface down"]
    case .noCarrier: return ["no carrier", "no carrier"]
    case .up:
      let dns =
        (profile.dnsDelay == .zero ? [] : ["DNS +\(profile.dnsDelay.quantityText)"])
        + (profile.dnsFailure.map { ["DNS \($0.rawValue)"] } ?? [])
      let uplink = ([text(profile.uplink)].compactMap { $0 } + dns).joined(separator: " ")
      return [text(profile.downlink) ?? "-", uplink.isEmpty ? "-" : uplink]
    }
  }

  private static func text(_ conditions: LinkConditions) -> String? {
    conditions == .none ? nil : conditions.description.filter { $0 != "," }
  }
}

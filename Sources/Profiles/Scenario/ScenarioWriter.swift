extension Scenario {
  /// The scenario as an old-style property list, with every step's name and interface written out. Reading it with the same
  /// store gives the scenario again, if the files of its traces and tables are where it says.
  ///
  /// A profile that `profiles` finds by its name is named; any other is written where it is used.
  public func propertyListText(profiles: ProfileStore = ProfileStore()) -> String {
    let writer = ScenarioWriter(catalog: profiles.catalog())
    return writer.text(self)
  }
}

/// Writes scenarios as old-style property lists.
struct ScenarioWriter {
  let catalog: ProfileCatalog

  func text(_ scenario: Scenario) -> String {
    var lines = ["{", "  Name = \(OldStyleText.quoted(scenario.name));"]
    if let summary = scenario.summary { lines.append("  Summary = \(OldStyleText.quoted(summary));") }
    lines += Self.list("Interfaces", scenario.interfaces.map(interface))
    lines += Self.list("Steps", scenario.steps.map { step($0, isOne: scenario.interfaces.count == 1) })
    if scenario.rounds > 1 { lines.append("  Repeat = \(scenario.rounds);") }
    lines.append("  Length = \"\(scenario.length.quantityText)\";")
    if let seed = scenario.seed { lines.append("  Seed = \(seed);") }
    if let monitors = scenario.monitors { lines.append("  Monitors = (\(monitors.joined(separator: ", ")));") }
    if scenario.probe != ScenarioProbe() { lines.append("  Probe = { \(Self.entries(scenario.probe)) };") }
    let expectations = scenario.expectations.map { [OldStyleText.quoted($0.description)] }
    if !expectations.isEmpty { lines += Self.list("Expect", expectations) }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// `Key = (` and the elements, which may have several lines each, with commas between them.
  private static func list(_ key: String, _ elements: [[String]]) -> [String] {
    var lines = ["  \(key) = ("]
    for (index, element) in elements.enumerated() {
      var element = element.map { "    \($0)" }
      if index + 1 < elements.count, let last = element.popLast() { element.append(last + ",") }
      lines += element
    }
    return lines + ["  );"]
  }

  private func interface(_ interface: ScenarioInterface) -> [String] {
    let start = "{ Name = \(OldStyleText.quoted(interface.name)); Type = \(interface.type.rawValue);"
    let isNamed = interface.profile != .unconditioned(interface.type)
    // The state is the profile's where none is written.
    let state =
      interface.state == (isNamed ? interface.profile.linkState : .up)
      ? "" : " State = \(interface.state.rawValue);"
    guard isNamed else { return [start + state + " }"] }
    return Self.joined(start, "Profile = ", value(interface.profile), ";" + state + " }")
  }

  private func step(_ step: ScenarioStep, isOne: Bool) -> [String] {
    var start = "{ At = \"\(step.time.quantityText)\"; Name = \(OldStyleText.quoted(step.name));"
    if !isOne { start += " Interface = \(OldStyleText.quoted(step.interface));" }
    switch step.action {
    case .profile(let profile): return Self.joined(start, "Profile = ", value(profile), "; }")
    case .state(let state): return ["\(start) State = \(state.rawValue); }"]
    case .ramp(let profile, let over):
      return Self.joined(start, "Ramp = { To = ", value(profile), "; Over = \"\(over.quantityText)\"; }; }")
    case .flap(let state, let out, let back, let lasting):
      let flap =
        "Flap = { State = \(state.rawValue); Out = \"\(Self.range(out))\"; Back = \"\(Self.range(back))\"; "
        + "For = \"\(lasting.quantityText)\"; }; }"
      return start.count + flap.count < 110 ? ["\(start) \(flap)"] : [start, "  \(flap)"]
    }
  }

  /// On one line where there is one; else what stands before and after the lines goes to the first and the last of them.
  private static func joined(_ start: String, _ key: String, _ value: [String], _ end: String) -> [String] {
    guard value.count > 1 else { return ["\(start) \(key)\(value.joined())\(end)"] }
    var lines = value.map { "  \($0)" }
    lines[0] = "  \(key)\(value[0])"
    lines[lines.count - 1] += end
    return [start] + lines
  }

  /// The profile's name in quotes where it is found by it, else its dictionary.
  private func value(_ profile: Profile) -> [String] {
    do {
      if try catalog.profile(named: profile.name) == profile { return [OldStyleText.quoted(profile.name)] }
    } catch {
      // It is not found by its name, or what is found is damaged: it is written.
    }
    return ["{"] + profile.propertyListEntries + ["}"]
  }

  private static func entries(_ probe: ScenarioProbe) -> String {
    var entries: [String] = []
    if let interval = probe.interval { entries.append("Interval = \"\(interval.quantityText)\";") }
    if let timeout = probe.timeout { entries.append("Timeout = \"\(timeout.quantityText)\";") }
    if let count = probe.failuresToGoOffline { entries.append("FailuresToGoOffline = \(count);") }
    if let count = probe.successesToComeOnline { entries.append("SuccessesToComeOnline = \(count);") }
    return entries.joined(separator: " ")
  }

  private static func range(_ range: ClosedRange<Duration>) -> String {
    let low = range.lowerBound.quantityText
    return range.lowerBound == range.upperBound ? low : "\(low) to \(range.upperBound.quantityText)"
  }
}

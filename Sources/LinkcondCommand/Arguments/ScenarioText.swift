import Profiles

/// A scenario in full, for people.
struct ScenarioText {
  let scenario: Scenario
  let origin: ProfileOrigin

  init(_ scenario: Scenario, origin: ProfileOrigin) {
    self.scenario = scenario
    self.origin = origin
  }

  var text: String {
    var facts = LabelledRows()
    facts.add(
      "Length", scenario.length.quantityText + (scenario.rounds > 1 ? ", \(scenario.rounds) rounds" : ""))
    facts.add("Seed", scenario.seed.map { "\($0)" })
    facts.add("Monitors", scenario.monitors?.joined(separator: ", "))
    facts.add("Probe", probe)
    for interface in scenario.interfaces {
      let state = interface.state == .up ? "" : ", \(interface.state.rawValue)"
      facts.add("Interface", "\(interface.name) (\(interface.type.rawValue)): \(interface.profile.name)\(state)")
    }
    for expectation in scenario.expectations { facts.add("Expects", expectation.description) }
    facts.add("From", origin.description)
    return scenario.name + "\n" + (scenario.summary.map { $0 + "\n" } ?? "") + "\n" + facts.text + "\n" + steps
  }

  /// A table of the steps; what happens is broken where it does not fit, since here nothing is left out.
  private var steps: String {
    let rows =
      [["AT", "INTERFACE", "STEP", "WHAT HAPPENS"]]
      + scenario.steps.map { [$0.time.quantityText, $0.interface, $0.name, $0.action.description] }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }
      let words = row[3].split(separator: " ").map(String.init)
      return cells.joined() + TextWrapping.lines(of: words, first: indent, indent: indent).joined(separator: "\n")
        + "\n"
    }.joined()
  }

  private var probe: String? {
    let probe = scenario.probe
    var parts: [String] = []
    if let interval = probe.interval { parts.append("every \(interval.quantityText)") }
    if let timeout = probe.timeout { parts.append("missed after \(timeout.quantityText)") }
    if let count = probe.failuresToGoOffline { parts.append("offline after \(count) missed") }
    if let count = probe.successesToComeOnline { parts.append("online after \(count) answered") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

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
    let steps = scenario.steps.map { step in
      [step.time.quantityText, step.interface, step.name, step.action.description]
    }
    return scenario.name + "\n" + (scenario.summary.map { $0 + "\n" } ?? "") + "\n" + facts.text + "\n"
      + Columns.text([["AT", "INTERFACE", "STEP", "WHAT HAPPENS"]] + steps, flexible: 2)
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

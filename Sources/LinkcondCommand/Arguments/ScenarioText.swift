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
    return scenario.name + "\n" + (scenario.summary.map { TextWrapping.paragraphs($0) + "\n" } ?? "") + "\n"
      + facts.text + "\n" + steps
  }

  /// A table of the steps; names and what happens are broken where they do not fit, since here nothing is left out.
  private var steps: String {
    let rows =
      [["AT", "INTERFACE", "STEP", "WHAT HAPPENS"]]
      + scenario.steps.map { [$0.time.quantityText, $0.interface, $0.name, $0.action.description] }
    var widths = (0..<3).map { column in rows.map { $0[column].terminalColumns }.max() ?? 0 }
    // What both have to share; times and interfaces are never long.
    let room = TextWrapping.width - widths[0] - widths[1] - 6
    widths[2] = min(widths[2], room / 2)
    widths.append(room - widths[2])
    return rows.map { row in
      let cells = zip(row, widths).map { TextWrapping.column($0, width: $1) }
      return (0..<(cells.map(\.count).max() ?? 0)).map { line in
        var text = ""
        for (cell, width) in zip(cells, widths) {
          let part = line < cell.count ? cell[line] : ""
          text += part + String(repeating: " ", count: width - part.terminalColumns + 2)
        }
        while text.last == " " { text.removeLast() }
        return text + "\n"
      }.joined()
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

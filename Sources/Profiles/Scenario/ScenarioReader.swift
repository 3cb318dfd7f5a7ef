/// Makes a scenario of a property list.
struct ScenarioReader {
  static let keys = [
    "Name", "Summary", "Interfaces", "Steps", "Repeat", "Length", "End", "Seed", "Monitors", "Probe", "Expect",
  ]
  /// The longest time that is taken, for steps and for all rounds together.
  static let longest = Duration.seconds(86_400)
  /// How long a scenario goes on after its last step, so that the monitors can notice: the probe takes up to 3.5 s.
  static let defaultTail = Duration.seconds(10)
  /// How many changes a run may come down to.
  static let mostChanges = 100_000

  let reader: PropertyListReader
  let profiles: ProfileReference

  typealias Entries = PropertyListReader.Entries

  /// The scenario in `list`.
  static func read(
    _ list: PropertyListFile, file: String, profiles: ProfileCatalog
  ) throws(ProfileFaults) -> Scenario {
    let reader = PropertyListReader(list, file: file)
    if !reader.root.has("Steps"), ["Link", "Downlink", "Uplink", "Inherits"].contains(where: reader.root.has) {
      throw ProfileFaults([
        ProfileFault(
          file: file,
          message: "This is a profile, where a scenario is expected; 'linkcond harness --profile \(file)' runs it.")
      ])
    }
    let scenario = ScenarioReader(reader: reader, profiles: ProfileReference(reader: reader, catalog: profiles))
      .scenario(reader.root)
    try reader.finish()
    return scenario
  }

  private func scenario(_ entries: Entries) -> Scenario {
    reader.refuseUnknownKeys(in: entries, allowed: Self.keys, of: "a scenario")
    let name = ProfileReader.name(entries, reader, of: "a scenario")
    var scenario = Scenario(name: name, interfaces: [], steps: [], length: .zero)
    scenario.summary = reader.line(entries["Summary"], longest: ProfileReader.longestSummary)
    let steps = StepReader(reader: reader, profiles: profiles)
    if entries.has("Interfaces") {
      scenario.interfaces = InterfaceReader(reader: reader, profiles: profiles).interfaces(entries["Interfaces"])
      var names: [String] = []
      for interface in scenario.interfaces where !names.contains(interface.name) { names.append(interface.name) }
      scenario.steps = steps.steps(entries["Steps"], interfaces: names)
    } else {
      // One interface, named by the type of the first profile; its name is known once the steps are read.
      let read = steps.steps(entries["Steps"], interfaces: nil)
      let type = read.lazy.compactMap { $0.action.profile?.interfaceType }.first ?? .wifi
      scenario.interfaces = [ScenarioInterface(name: type.interfaceName, type: type)]
      scenario.steps = steps.placed(read, on: type.interfaceName, at: entries["Steps"])
    }
    if !entries.has("Steps") {
      reader.missing("Steps", in: entries, "a scenario needs steps: ( { At = \"0 s\"; Profile = \"3G\"; } )")
    }
    scenario.rounds = reader.count(entries["Repeat"], in: 1...10_000) ?? 1
    scenario.length = length(entries, scenario)
    scenario.seed = reader.count(entries["Seed"], in: 0...UInt64.max)
    scenario.monitors = monitors(entries["Monitors"])
    scenario.probe = probe(entries["Probe"])
    scenario.expectations = expectations(entries["Expect"], of: scenario)
    refuseTooMuch(scenario, entries)
    return scenario
  }

  private func length(_ entries: Entries, _ scenario: Scenario) -> Duration {
    reader.refuse(["End"], beside: "Length", in: entries, "which says the same; write one of them.")
    let end = scenario.steps.map(\.end).max() ?? .zero
    guard let node = entries["Length"] ?? entries["End"] else { return end + Self.defaultTail }
    guard let length = reader.span(node, upTo: Self.longest) else { return end }
    if length < end {
      reader.fault(
        node.path, "\"\(length.quantityText)\" is before the end of the last step, \(end.quantityText) after the start."
      )
    }
    return length
  }

  private func monitors(_ node: PropertyListReader.Node?) -> [String]? {
    guard let node else { return nil }
    if case .string = node.value { return reader.choice(node, of: MonitorWords.names).map { [$0] } }
    guard let nodes = reader.array(node, example: "(path, probe)") else { return nil }
    if nodes.isEmpty { reader.fault(node.path, "is empty; leave it out for all monitors.") }
    var monitors: [String] = []
    for node in nodes {
      guard let monitor = reader.choice(node, of: MonitorWords.names) else { continue }
      if monitors.contains(monitor) { reader.fault(node.path, "\(monitor) is there twice.") }
      monitors.append(monitor)
    }
    return monitors
  }

  private func probe(_ node: PropertyListReader.Node?) -> ScenarioProbe {
    let example = "{ Interval = \"500 ms\"; Timeout = \"2 s\"; FailuresToGoOffline = 3; SuccessesToComeOnline = 1; }"
    guard let entries = reader.dictionary(node, example: example) else { return ScenarioProbe() }
    reader.refuseUnknownKeys(
      in: entries, allowed: ["Interval", "Timeout", "FailuresToGoOffline", "SuccessesToComeOnline"], of: "the probe")
    return ScenarioProbe(
      interval: reader.span(entries["Interval"], upTo: .longestDelay),
      timeout: reader.span(entries["Timeout"], upTo: .longestDelay),
      failuresToGoOffline: reader.count(entries["FailuresToGoOffline"], in: 1...1_000),
      successesToComeOnline: reader.count(entries["SuccessesToComeOnline"], in: 1...1_000))
  }

  private func expectations(_ node: PropertyListReader.Node?, of scenario: Scenario) -> [Expectation] {
    let nodes = reader.array(node, example: "(\"\(Expectation.forms[0])\")") ?? []
    let read = ExpectationReader(reader: reader)
    let names = scenario.stepNames
    let known = Set(names)
    return nodes.compactMap { node in
      guard let expectation = read.expectation(node) else { return nil }
      if let monitor = expectation.monitor, let monitors = scenario.monitors, !monitors.contains(monitor) {
        reader.fault(node.path, "\(monitor) is not among the Monitors of this scenario, so it has no status.")
      }
      if let step = expectation.step, StepRounds.steps(named: step, among: known).isEmpty {
        let nearest = Spelling.nearest(to: step, among: names, limit: 1).first
        let hint =
          nearest.map { "did you mean \"\($0)\"?" } ?? "its steps are \(names.prefix(8).joined(separator: ", "))."
        reader.fault(node.path, "\"\(QuantityFault.shown(step))\" is not a step of this scenario; \(hint)")
      }
      return expectation
    }
  }

  /// Refuses what would run for longer than a day or come down to more changes than can be followed.
  private func refuseTooMuch(_ scenario: Scenario, _ entries: Entries) {
    let key = entries.has("Repeat") ? "Repeat" : "Steps"
    if scenario.length * scenario.rounds > Self.longest {
      reader.fault(
        key, "\(scenario.rounds) rounds of \(scenario.length.quantityText) are more than \(Self.longest.quantityText).")
    }
    let changes = scenario.steps.map(\.mostChanges).reduce(0, +) * scenario.rounds
    if changes > Self.mostChanges {
      reader.fault(
        key, "the steps come down to \(changes) changes or more; a scenario has at most \(Self.mostChanges).")
    }
  }
}

extension Scenario {
  /// The names that an expectation can count from: those of the steps, in rounds after the first with the round's number.
  package var stepNames: [String] {
    steps.map(\.name) + (rounds > 1 ? (2...rounds).flatMap { round in steps.map { $0.name(inRound: round) } } : [])
  }
}

extension ScenarioStep {
  /// What the record calls it in a round, counted from 1.
  package func name(inRound round: Int) -> String { StepRounds.name(name, inRound: round) }

  /// When what it does is over, from the start of the round.
  var end: Duration {
    switch action {
    case .profile, .state: time
    case .ramp(_, let over): time + over
    case .flap(_, _, _, let lasting): time + lasting
    }
  }

  /// How many changes it comes down to at most.
  var mostChanges: Int {
    switch action {
    case .profile, .state: 1
    case .ramp(_, let over): ConditionRamp.parts(of: over)
    case .flap(_, let out, let back, let lasting):
      2 + 2 * Int(clamping: lasting.wholeNanoseconds / max(1, (out.lowerBound + back.lowerBound).wholeNanoseconds))
    }
  }
}

extension ScenarioStep.Action {
  /// The profile that it leads to.
  var profile: Profile? {
    switch self {
    case .profile(let profile), .ramp(let profile, _): profile
    case .state, .flap: nil
    }
  }
}

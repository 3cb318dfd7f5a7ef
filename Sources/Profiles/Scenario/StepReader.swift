/// Makes steps of the value of `Steps`.
struct StepReader {
  private static let kinds = ["Profile", "State", "Ramp", "Flap"]
  /// The longest name of a step: one that is made up for it has the interface, what happens, a profile's name and a number.
  static let longestName = 100
  private static let example = "{ At = \"0 s\"; Profile = \"3G\"; }"

  let reader: PropertyListReader
  let profiles: ProfileReference

  typealias Node = PropertyListReader.Node
  typealias Entries = PropertyListReader.Entries

  /// The steps in the order of time, each with a name of its own.
  ///
  /// `interfaces` are the names that a step may have; nil leaves the interface of those without one empty.
  func steps(_ node: Node?, interfaces: [String]?) -> [ScenarioStep] {
    guard let node, let nodes = reader.array(node, example: "( \(Self.example) )") else { return [] }
    if nodes.isEmpty { reader.fault(node.path, "is empty; a scenario has at least one step: ( \(Self.example) ).") }
    if nodes.count > 1_000 { reader.fault(node.path, "has \(nodes.count) steps; a scenario has at most 1000.") }
    var steps: [ScenarioStep] = []
    var named: Set<String> = []
    for node in nodes {
      guard let entries = reader.dictionary(node, example: Self.example), let step = step(entries, interfaces) else {
        continue
      }
      if !step.name.isEmpty, !named.insert(step.name).inserted {
        reader.fault(entries.path(of: "Name"), "\"\(step.name)\" is the name of a step before.")
      }
      steps.append(step)
    }
    let sorted = steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    return Self.withNames(sorted.map(\.element), taken: named)
  }

  /// The steps on the one interface that there is; others that are named are faults.
  func placed(_ steps: [ScenarioStep], on interface: String, at node: Node?) -> [ScenarioStep] {
    steps.map { step in
      var step = step
      if !step.interface.isEmpty, step.interface != interface, let node {
        reader.fault(
          node.path,
          "the step \"\(step.name)\" names the interface \(step.interface), but there is only \(interface); "
            + "list the Interfaces to have others.")
      }
      step.interface = interface
      return step
    }
  }

  private func step(_ entries: Entries, _ interfaces: [String]?) -> ScenarioStep? {
    reader.refuseUnknownKeys(in: entries, allowed: ["At", "Name", "Interface"] + Self.kinds, of: "a step")
    if !entries.has("At") { reader.missing("At", in: entries, "a step looks like \(Self.example)") }
    let time = reader.quantity(entries["At"], example: "10 s") { text throws(QuantityFault) in
      let time = try Duration(quantity: text)
      guard time <= ScenarioReader.longest else {
        throw QuantityFault(
          text, reason: "is too late; a scenario takes at most \(ScenarioReader.longest.quantityText)")
      }
      return time
    }
    let name = reader.line(entries["Name"], longest: Self.longestName)
    let interface = interface(entries, interfaces)
    guard let action = action(entries), let time, let interface else { return nil }
    return ScenarioStep(time: time, name: name ?? "", interface: interface, action: action)
  }

  private func interface(_ entries: Entries, _ interfaces: [String]?) -> String? {
    guard let node = entries["Interface"] else {
      guard let interfaces else { return "" }
      if interfaces.count == 1 { return interfaces[0] }
      if interfaces.count > 1 {
        reader.missing("Interface", in: entries, "there are \(interfaces.joined(separator: ", "))")
      }
      return nil
    }
    guard let interfaces else { return reader.line(node, longest: InterfaceReader.longestName) }
    return interfaces.isEmpty ? nil : reader.choice(node, of: interfaces)
  }

  private func action(_ entries: Entries) -> ScenarioStep.Action? {
    let given = Self.kinds.filter(entries.has)
    guard given.count == 1, let kind = given.first else {
      let all = Self.kinds.joined(separator: ", ")
      reader.fault(
        entries.path,
        given.isEmpty
          ? "the step does nothing; it has one of \(all)."
          : "the step does several things (\(given.joined(separator: ", "))); write a step for each.")
      // What is wrong with each of them is told as well.
      for kind in given { _ = action(kind, entries) }
      return nil
    }
    return action(kind, entries)
  }

  private func action(_ kind: String, _ entries: Entries) -> ScenarioStep.Action? {
    switch kind {
    case "Profile": return profiles.profile(entries["Profile"]).map { .profile($0) }
    case "State": return reader.choice(entries["State"]).map { .state($0) }
    case "Ramp": return ramp(entries["Ramp"])
    default: return flap(entries["Flap"])
    }
  }

  private func ramp(_ node: Node?) -> ScenarioStep.Action? {
    let example = "{ To = \"3G\"; Over = \"20 s\"; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["To", "Over"], of: "a ramp")
    for key in ["To", "Over"] where !entries.has(key) {
      reader.missing(key, in: entries, "a ramp looks like \(example)")
    }
    let profile = profiles.profile(entries["To"])
    let time = reader.span(entries["Over"], upTo: ScenarioReader.longest)
    guard let profile, let time else { return nil }
    return .ramp(to: profile, over: time)
  }

  private func flap(_ node: Node?) -> ScenarioStep.Action? {
    let example = "{ State = noCarrier; Out = \"1 s to 3 s\"; Back = \"2 s to 5 s\"; For = \"30 s\"; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["State", "Out", "Back", "For"], of: "flapping")
    for key in ["Out", "Back", "For"] where !entries.has(key) {
      reader.missing(key, in: entries, "flapping looks like \(example)")
    }
    var state = LinkState.noCarrier
    if let node = entries["State"], let given: LinkState = reader.choice(node) {
      state = given
      if given == .up {
        reader.fault(node.path, "a link that flaps goes down or loses its carrier; write one of these.")
      }
    }
    let (out, back) = (range(entries["Out"]), range(entries["Back"]))
    let time = reader.span(entries["For"], upTo: ScenarioReader.longest)
    guard let out, let back, let time else { return nil }
    return .flap(state: state, out: out, back: back, lasting: time)
  }

  /// `1 s to 3 s`, or one time for always the same.
  private func range(_ node: Node?) -> ClosedRange<Duration>? {
    reader.quantity(node, example: "1 s to 3 s") { text throws(QuantityFault) in
      let ends = Self.ends(text)
      let low = try Duration(quantity: ends.low)
      let high = try Duration(quantity: ends.high)
      guard low >= .milliseconds(1), high <= ScenarioReader.longest else {
        throw QuantityFault(
          text, reason: "is out of range; a link flaps for 1 ms to \(ScenarioReader.longest.quantityText) at a time")
      }
      guard low <= high else { throw QuantityFault(text, reason: "begins above its end") }
      return low...high
    }
  }

  private static func ends(_ text: String) -> (low: String, high: String) {
    let words = text.split(separator: " ")
    guard let to = words.firstIndex(of: "to") else { return (text, text) }
    return (words[..<to].joined(separator: " "), words[(to + 1)...].joined(separator: " "))
  }

  /// Gives those without a name what they do as one, with a number where that is taken.
  private static func withNames(_ steps: [ScenarioStep], taken: Set<String>) -> [ScenarioStep] {
    var taken = taken
    let isOne = Set(steps.map(\.interface)).count < 2
    return steps.map { step in
      guard step.name.isEmpty else { return step }
      var step = step
      let name = (isOne ? "" : "\(step.interface) ") + step.action.name
      step.name = name
      var number = 2
      while !taken.insert(step.name).inserted {
        step.name = "\(name) \(number)"
        number += 1
      }
      return step
    }
  }
}

extension ScenarioStep.Action {
  /// What it is called if its step has no name.
  fileprivate var name: String {
    switch self {
    case .profile(let profile): profile.name
    case .state(let state): state.rawValue
    case .ramp(let profile, _): "ramp to \(profile.name)"
    case .flap(let state, _, _, _): "flap \(state.rawValue)"
    }
  }
}

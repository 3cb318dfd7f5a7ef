/// A scenario as facts for machines: `linkcond list --json` and `linkcond show --json` write these.
///
/// Durations are whole nanoseconds. What is not said is `null`, and every key is always there.
public struct ScenarioFacts: Hashable, Sendable, Encodable {
  /// One of the client's interfaces.
  public struct Interface: Hashable, Sendable, Encodable {
    /// Its name.
    public let name: String
    /// `wifi`, `cellular`, `wiredEthernet` or `other`.
    public let type: InterfaceType
    /// The name of the profile at the start.
    public let profile: String
    /// `up`, `down` or `noCarrier`.
    public let state: LinkState
  }

  /// Something that happens.
  public struct Step: Hashable, Sendable, Encodable {
    /// From the start of the round, in nanoseconds.
    public let time: Int64
    /// What the record calls it.
    public let name: String
    /// The client's interface.
    public let interface: String
    /// `profile`, `state`, `ramp` or `flap`.
    public let kind: String
    /// What happens, in words.
    public let action: String
  }

  /// The name.
  public let name: String
  /// One line on what it stands for.
  public let summary: String?
  /// `bundled`, or the path of its file.
  public let origin: String
  /// The interfaces, best first.
  public let interfaces: [Interface]
  /// What happens, in the order of time.
  public let steps: [Step]
  /// How long a round takes, in nanoseconds.
  public let length: Int64
  /// How often the steps are run.
  public let rounds: Int
  /// What decides random times.
  public let seed: UInt64?
  /// The monitors to run; nil for all.
  public let monitors: [String]?
  /// What must come out, one line each.
  public let expectations: [String]

  /// The facts of a scenario found at `origin`.
  public init(_ scenario: Scenario, origin: ProfileOrigin) {
    name = scenario.name
    summary = scenario.summary
    self.origin = origin.description
    interfaces = scenario.interfaces.map {
      Interface(name: $0.name, type: $0.type, profile: $0.profile.name, state: $0.state)
    }
    steps = scenario.steps.map {
      Step(
        time: $0.time.wholeNanoseconds, name: $0.name, interface: $0.interface, kind: $0.action.kind,
        action: $0.action.description)
    }
    length = scenario.length.wholeNanoseconds
    rounds = scenario.rounds
    seed = scenario.seed
    monitors = scenario.monitors
    expectations = scenario.expectations.map(\.description)
  }

  private enum CodingKeys: String, CodingKey {
    case name, summary, origin, interfaces, steps, length, rounds, seed, monitors, expectations
  }

  /// Writes every key, so that a missing one always means another schema.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(origin, forKey: .origin)
    try container.encode(interfaces, forKey: .interfaces)
    try container.encode(steps, forKey: .steps)
    try container.encode(length, forKey: .length)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(seed, forKey: .seed)
    try container.encode(monitors, forKey: .monitors)
    try container.encode(expectations, forKey: .expectations)
  }
}

extension ScenarioStep.Action: CustomStringConvertible {
  /// Which of the four it is, by the name of its key in small letters.
  package var kind: String {
    switch self {
    case .profile: "profile"
    case .state: "state"
    case .ramp: "ramp"
    case .flap: "flap"
    }
  }

  /// What happens, in words: `profile 3G`, `state noCarrier`, `ramp to 3G over 20 s`, `flap noCarrier …`.
  public var description: String {
    func range(_ range: ClosedRange<Duration>) -> String {
      let low = range.lowerBound.quantityText
      return range.lowerBound == range.upperBound ? low : "\(low) to \(range.upperBound.quantityText)"
    }
    switch self {
    case .profile(let profile): return "profile \(profile.name)"
    case .state(let state): return "state \(state.rawValue)"
    case .ramp(let profile, let over): return "ramp to \(profile.name) over \(over.quantityText)"
    case .flap(let state, let out, let back, let lasting):
      return "flap \(state.rawValue) for \(lasting.quantityText): \(range(out)) out, \(range(back)) back"
    }
  }
}

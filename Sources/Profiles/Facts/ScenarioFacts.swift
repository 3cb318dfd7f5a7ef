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
    /// The profile at the start in full.
    public let conditions: ProfileFacts

    init(_ interface: ScenarioInterface, origin: ProfileOrigin) {
      name = interface.name
      type = interface.type
      profile = interface.profile.name
      state = interface.state
      conditions = ProfileFacts(interface.profile, origin: origin)
    }
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
    /// The profile that it leads to, in full; nil for a state and a flapping.
    public let profile: ProfileFacts?
    /// The state that it leads to, or that the link flaps to; nil for a profile and a ramp.
    public let state: LinkState?
    /// How long a ramp or a flapping takes, in nanoseconds; 0 for what happens at once.
    public let duration: Int64
    /// The shortest and the longest time that the link is out as it flaps, in nanoseconds; nil for all else.
    public let out: [Int64]?
    /// The shortest and the longest time that it is back in between; nil for all else.
    public let back: [Int64]?

    init(_ step: ScenarioStep, origin: ProfileOrigin) {
      time = step.time.wholeNanoseconds
      name = step.name
      interface = step.interface
      kind = step.action.kind
      action = step.action.description
      profile = step.action.profile.map { ProfileFacts($0, origin: origin) }
      duration = (step.end - step.time).wholeNanoseconds
      switch step.action {
      case .profile, .ramp: (state, out, back) = (nil, nil, nil)
      case .state(let state): (self.state, out, back) = (state, nil, nil)
      case .flap(let state, let out, let back, _):
        self.state = state
        self.out = [out.lowerBound, out.upperBound].map(\.wholeNanoseconds)
        self.back = [back.lowerBound, back.upperBound].map(\.wholeNanoseconds)
      }
    }

    private enum CodingKeys: String, CodingKey {
      case time, name, interface, kind, action, profile, state, duration, out, back
    }

    /// Writes every key, so that a missing one always means another schema.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(time, forKey: .time)
      try container.encode(name, forKey: .name)
      try container.encode(interface, forKey: .interface)
      try container.encode(kind, forKey: .kind)
      try container.encode(action, forKey: .action)
      try container.encode(profile, forKey: .profile)
      try container.encode(state, forKey: .state)
      try container.encode(duration, forKey: .duration)
      try container.encode(out, forKey: .out)
      try container.encode(back, forKey: .back)
    }
  }

  /// The probe's rules; what is nil, written as `null`, is the tool's own.
  public struct Probe: Hashable, Sendable, Encodable {
    /// From the start of one probe to the next, in nanoseconds.
    public let interval: Int64?
    /// How long an answer is waited for, in nanoseconds.
    public let timeout: Int64?
    /// So many probes missed in a row are offline.
    public let failuresToGoOffline: Int?
    /// So many answers in a row are online again.
    public let successesToComeOnline: Int?

    init(_ probe: ScenarioProbe) {
      interval = probe.interval?.wholeNanoseconds
      timeout = probe.timeout?.wholeNanoseconds
      failuresToGoOffline = probe.failuresToGoOffline
      successesToComeOnline = probe.successesToComeOnline
    }

    private enum CodingKeys: String, CodingKey {
      case interval, timeout, failuresToGoOffline, successesToComeOnline
    }

    /// Writes every key, so that a missing one always means another schema.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(interval, forKey: .interval)
      try container.encode(timeout, forKey: .timeout)
      try container.encode(failuresToGoOffline, forKey: .failuresToGoOffline)
      try container.encode(successesToComeOnline, forKey: .successesToComeOnline)
    }
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
  /// The probe's rules.
  public let probe: Probe
  /// What must come out, one line each.
  public let expectations: [String]

  /// The facts of a scenario found at `origin`.
  public init(_ scenario: Scenario, origin: ProfileOrigin) {
    name = scenario.name
    summary = scenario.summary
    self.origin = origin.description
    interfaces = scenario.interfaces.map { Interface($0, origin: origin) }
    steps = scenario.steps.map { Step($0, origin: origin) }
    length = scenario.length.wholeNanoseconds
    rounds = scenario.rounds
    seed = scenario.seed
    monitors = scenario.monitors
    probe = Probe(scenario.probe)
    expectations = scenario.expectations.map(\.description)
  }

  private enum CodingKeys: String, CodingKey {
    case name, summary, origin, interfaces, steps, length, rounds, seed, monitors, probe, expectations
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
    try container.encode(probe, forKey: .probe)
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

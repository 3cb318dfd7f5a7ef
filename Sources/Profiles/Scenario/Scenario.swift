/// What happens to a lab's links, step by step.
public struct Scenario: Hashable, Sendable {
  /// The name, as shown; it is looked up as a profile's is.
  public var name: String
  /// One line on what it stands for.
  public var summary: String?
  /// The client's interfaces, best first: the first one that is up carries the default route.
  public var interfaces: [ScenarioInterface]
  /// What happens when, in the order of time.
  public var steps: [ScenarioStep]
  /// How long one round takes, from its start; not before its last step.
  public var length: Duration
  /// How often the steps are run one after the other; at least 1.
  public var rounds: Int
  /// What decides random steps and packets' fates where nothing else is asked for; nil for the tool's own.
  public var seed: UInt64?
  /// The monitors to run: `path`, `reachability`, `probe`, `app`; nil for all.
  public var monitors: [String]?
  /// The probe's rules, where they are not the tool's own.
  public var probe: ScenarioProbe
  /// What must come out.
  public var expectations: [Expectation]

  /// A scenario as given; nothing is checked.
  public init(
    name: String, summary: String? = nil, interfaces: [ScenarioInterface], steps: [ScenarioStep], length: Duration,
    rounds: Int = 1, seed: UInt64? = nil, monitors: [String]? = nil, probe: ScenarioProbe = ScenarioProbe(),
    expectations: [Expectation] = []
  ) {
    self.name = name
    self.summary = summary
    self.interfaces = interfaces
    self.steps = steps
    self.length = length
    self.rounds = rounds
    self.seed = seed
    self.monitors = monitors
    self.probe = probe
    self.expectations = expectations
  }
}

public import Conditioner
public import Profiles

/// All that happens to one lab's links in a run, decided before it begins.
///
/// A profile with its three phases and a scenario come down to the same: changes at times.
public struct RunPlan: Hashable, Sendable {
  /// What it is about: the name of the profile or scenario.
  public var title: String
  /// The scenario's name; nil for a profile.
  public var scenario: String?
  /// The profile that a run under one profile is about; with a scenario the best interface's first one.
  public var profile: Profile
  /// The client's interfaces, best first.
  public var interfaces: [LabInterface]
  /// The changes, in the order of time; those at 0 are made before the monitors start.
  public var changes: [PlannedChange]
  /// When the run ends.
  public var end: Duration
  /// The step during which loss and rate are measured; nil for none.
  public var surveyedStep: String?
  /// The probe's rules.
  public var probe: ScenarioProbe
  /// The seed of the lab, where it has one of its own; nil is that of all runs.
  public var seed: UInt64?
  /// The monitors that the scenario names; nil is all.
  public var monitors: [String]?
  /// What must come out.
  public var expectations: [Expectation]

  /// A plan as given.
  public init(
    title: String, scenario: String?, profile: Profile, interfaces: [LabInterface], changes: [PlannedChange],
    end: Duration, surveyedStep: String? = nil, probe: ScenarioProbe = ScenarioProbe(), seed: UInt64? = nil,
    monitors: [String]? = nil, expectations: [Expectation] = []
  ) {
    self.title = title
    self.scenario = scenario
    self.profile = profile
    self.interfaces = interfaces
    self.changes = changes
    self.end = end
    self.surveyedStep = surveyedStep
    self.probe = probe
    self.seed = seed
    self.monitors = monitors
    self.expectations = expectations
  }

  /// A run under one profile: without it, with it, without it again.
  public init(_ profile: Profile, phases: HarnessPhases) {
    let interface = LabInterface(profile.interfaceType)
    let applied = phases.baseline
    let removed = phases.baseline + phases.applied
    let open = Profile.unconditioned(profile.interfaceType)
    func change(_ time: Duration, _ step: HarnessStep, _ profile: Profile) -> PlannedChange {
      PlannedChange(time: time, step: step.rawValue, interface: interface.name, profile: profile)
    }
    self.init(
      title: profile.name, scenario: nil, profile: profile, interfaces: [interface],
      changes: [
        change(.zero, .baseline, open), change(applied, .applied, profile), change(removed, .removed, open),
      ], end: phases.total, surveyedStep: HarnessStep.applied.rawValue)
  }

  /// The length of each phase of a run under one profile, for the record; empty for a scenario.
  var phases: [String: Int64] {
    guard scenario == nil else { return [:] }
    let ends = changes.dropFirst().map(\.time) + [end]
    return Dictionary(
      zip(changes, ends).map { ($0.step, ($1 - $0.time).wholeNanoseconds) }, uniquingKeysWith: { first, _ in first })
  }

  /// The changes that hold when the run begins, and those that come later.
  var beginning: ArraySlice<PlannedChange> { changes.prefix { $0.time <= .zero } }

  /// See ``beginning``.
  var rest: ArraySlice<PlannedChange> { changes.dropFirst(beginning.count) }

  /// The names of its steps.
  var stepNames: Set<String> { Set(changes.map(\.step)) }

  /// Names for runs of these plans: the titles, with a number where one comes again.
  public static func names(_ plans: [RunPlan]) -> [String] {
    var counts: [String: Int] = [:]
    return plans.map { plan in
      counts[plan.title, default: 0] += 1
      let count = counts[plan.title] ?? 1
      return count == 1 ? plan.title : "\(plan.title) #\(count)"
    }
  }
}

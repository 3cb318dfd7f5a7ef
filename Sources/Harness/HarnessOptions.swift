public import Conditioner
internal import LinuxSystem
public import Profiles

/// What a harness runs.
public struct HarnessOptions: Sendable {
  /// One run for each.
  public var plans: [RunPlan]
  /// Which engine every lab gets.
  public var engine: EngineChoice
  /// The seed of every lab whose plan has none of its own.
  public var seed: UInt64
  /// The monitors of every run.
  public var monitors: Set<MonitorKind>
  /// How many labs run at once.
  public var jobs: Int
  /// Ends a run as soon as every monitor says again what it said before the conditions came, and at the latest so long
  /// after the last change; nil ends it when its plan does.
  public var recoveryLimit: Duration?
  /// The user's program; nil for none.
  public var app: AppOptions?
  /// What must come out of every run, beside what its plan expects.
  public var expectations: [Expectation]
  /// Whether every lab is connected to the real network.
  public var hasWayOut: Bool

  /// So many labs may be there at once by the descriptors that this process may have open. One with two interfaces, a
  /// program, a server and a way out has some 70; the process itself has fewer than 64.
  static var mostJobs: Int { max(1, (DescriptorLimit.current - 64) / 96) }

  /// Options; what is left out is as on the command line. Without `jobs` all runs are there at once, or as many as the limit
  /// of descriptors allows.
  public init(
    plans: [RunPlan], engine: EngineChoice = .auto, seed: UInt64 = 1,
    monitors: Set<MonitorKind> = Set(MonitorKind.allCases), jobs: Int? = nil, recoveryLimit: Duration? = nil,
    app: AppOptions? = nil, expectations: [Expectation] = [], hasWayOut: Bool = false
  ) {
    self.plans = plans
    self.engine = engine
    self.seed = seed
    self.monitors = monitors
    self.jobs = jobs ?? max(1, min(plans.count, Self.mostJobs))
    self.recoveryLimit = recoveryLimit
    self.app = app
    self.expectations = expectations
    self.hasWayOut = hasWayOut
  }

  /// Options for a run under each profile.
  public init(
    profiles: [Profile], engine: EngineChoice = .auto, seed: UInt64 = 1, phases: HarnessPhases = HarnessPhases(),
    monitors: Set<MonitorKind> = Set(MonitorKind.allCases), jobs: Int? = nil
  ) {
    self.init(
      plans: profiles.map { RunPlan($0, phases: phases) }, engine: engine, seed: seed, monitors: monitors, jobs: jobs)
  }
}

public import Conditioner
public import Profiles

/// What a harness runs.
public struct HarnessOptions: Sendable {
  /// One run for each.
  public var profiles: [Profile]
  /// Which engine every lab gets.
  public var engine: EngineChoice
  /// The seed of every lab.
  public var seed: UInt64
  /// How long each phase lasts.
  public var phases: HarnessPhases
  /// The monitors of every run.
  public var monitors: Set<MonitorKind>
  /// How many labs run at once.
  public var jobs: Int

  /// Options; what is left out is as on the command line.
  public init(
    profiles: [Profile], engine: EngineChoice = .auto, seed: UInt64 = 1, phases: HarnessPhases = HarnessPhases(),
    monitors: Set<MonitorKind> = Set(MonitorKind.allCases), jobs: Int? = nil
  ) {
    self.profiles = profiles
    self.engine = engine
    self.seed = seed
    self.phases = phases
    self.monitors = monitors
    self.jobs = jobs ?? max(1, profiles.count)
  }
}

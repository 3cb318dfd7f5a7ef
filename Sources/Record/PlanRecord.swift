/// All that was to happen in a run, so that it can be run again. Times are in nanoseconds.
public struct PlanRecord: Codable, Hashable, Sendable {
  /// One of the client's interfaces.
  public struct Interface: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it looks like.
    public var type: String

    /// An interface as given.
    public init(name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  /// One change of conditions.
  public struct Change: Codable, Hashable, Sendable {
    /// When, from the run's start.
    public var time: Int64
    /// The step that it belongs to.
    public var step: String
    /// The client's interface.
    public var interface: String
    /// Which of the plan's profiles, from 0.
    public var profile: Int

    /// A change as given.
    public init(time: Int64, step: String, interface: String, profile: Int) {
      self.time = time
      self.step = step
      self.interface = interface
      self.profile = profile
    }
  }

  /// The probe's rules where the plan has its own; times in nanoseconds.
  public struct Probe: Codable, Hashable, Sendable {
    /// From the start of one probe to the next.
    public var interval: Int64?
    /// How long an answer is waited for.
    public var timeout: Int64?
    /// So many misses in a row are offline.
    public var failuresToGoOffline: Int?
    /// So many answers in a row are online again.
    public var successesToComeOnline: Int?

    /// Rules as given.
    public init(interval: Int64?, timeout: Int64?, failuresToGoOffline: Int?, successesToComeOnline: Int?) {
      self.interval = interval
      self.timeout = timeout
      self.failuresToGoOffline = failuresToGoOffline
      self.successesToComeOnline = successesToComeOnline
    }
  }

  /// The client's interfaces, best first.
  public var interfaces: [Interface]
  /// Every profile that is used, in linkcond's own property-list text.
  public var profiles: [String]
  /// The changes, in the order of time.
  public var changes: [Change]
  /// When the run was to end.
  public var end: Int64
  /// The step in which loss and rate are measured.
  public var surveyedStep: String?
  /// The probe's rules.
  public var probe: Probe?
  /// The monitors that the scenario names; absent is all.
  public var monitors: [String]?
  /// What had to come out, as `--expect` takes it.
  public var expectations: [String]
  /// The run was to end when all monitors were back, and so long after the last change at the latest; absent if not.
  public var recoveryLimit: Int64?
  /// The lab was connected to the real network; absent if not.
  public var hasWayOut: Bool?
  /// So many labs ran at a time; absent if all did.
  public var jobs: Int?

  /// A plan as given.
  public init(
    interfaces: [Interface], profiles: [String], changes: [Change], end: Int64, surveyedStep: String?, probe: Probe?,
    monitors: [String]?, expectations: [String], recoveryLimit: Int64? = nil,
    hasWayOut: Bool? = nil, jobs: Int? = nil
  ) {
    self.interfaces = interfaces
    self.profiles = profiles
    self.changes = changes
    self.end = end
    self.surveyedStep = surveyedStep
    self.probe = probe
    self.monitors = monitors
    self.expectations = expectations
    self.recoveryLimit = recoveryLimit
    self.hasWayOut = hasWayOut
    self.jobs = jobs
  }
}

/// How a run began: everything that must be known to repeat it.
public struct RunStarted: Codable, Hashable, Sendable {
  /// The newest schema that this version reads, and the one it writes: 1.
  public static let newestSchema = 1

  /// The record's schema.
  public var schema = newestSchema
  /// The tool's version.
  public var tool: String
  /// The profile, with every value resolved.
  public var profile: ProfileRecord
  /// `kernel` or `userspace`.
  public var engine: String
  /// Why this engine, in a sentence.
  public var engineReason: String
  /// The running kernel.
  public var kernel: String
  /// What decided the fate of packets.
  public var seed: UInt64
  /// When it began, as RFC 3339 has it, in UTC.
  public var wallClock: String
  /// The monitors that run.
  public var monitors: [String]
  /// `ipv4`, and `ipv6` where the machine has it.
  public var families: [String]
  /// How many processors the machine has.
  public var processors: Int
  /// The lab's TCP congestion control.
  public var congestionControl: String
  /// The lab's TCP buffers: `net.ipv4.tcp_rmem` and `tcp_wmem`.
  public var buffers: [String]
  /// The offloads of the client's interface that are on.
  public var offloads: [String]
  /// The length of each phase in nanoseconds, by step; empty for a scenario, whose plan has its times.
  public var phases: [String: Int64]
  /// The scenario's name; absent for a run under one profile.
  public var scenario: String?
  /// All that was to happen, so that it can be run again; absent in records of early versions.
  public var plan: PlanRecord?
  /// The user's program; absent where there was none.
  public var app: AppPlan?

  /// Facts as given.
  public init(
    tool: String, profile: ProfileRecord, engine: String, engineReason: String, kernel: String, seed: UInt64,
    wallClock: String, monitors: [String], families: [String], processors: Int, congestionControl: String,
    buffers: [String], offloads: [String], phases: [String: Int64], scenario: String? = nil, plan: PlanRecord? = nil,
    app: AppPlan? = nil
  ) {
    self.tool = tool
    self.profile = profile
    self.engine = engine
    self.engineReason = engineReason
    self.kernel = kernel
    self.seed = seed
    self.wallClock = wallClock
    self.monitors = monitors
    self.families = families
    self.processors = processors
    self.congestionControl = congestionControl
    self.buffers = buffers
    self.offloads = offloads
    self.phases = phases
    self.scenario = scenario
    self.plan = plan
    self.app = app
  }
}

internal import Conditioner
internal import Harness
internal import LinuxSystem
internal import Profiles
internal import Record
internal import Report
internal import Synchronization

/// `linkcond harness`: all monitors under all profiles, into a record and onto the terminal.
struct HarnessCommand: Sendable {
  let arguments: HarnessArguments

  init(_ arguments: HarnessArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let seed = arguments.seed ?? .random(in: 0...UInt64.max)
    let plans = try self.plans(seed: seed)
    if let unknown = UnknownStep(in: arguments.expectations, of: plans) { throw unknown }
    let options = HarnessOptions(
      plans: plans, engine: arguments.engine, seed: seed, monitors: Set(arguments.monitors), jobs: arguments.jobs,
      recoveryLimit: arguments.recoveryLimit, app: try app, expectations: arguments.expectations,
      hasWayOut: arguments.hasWayOut)
    let session = HarnessSession(options: options, folder: arguments.output, isPlain: arguments.isPlain)
    return try Self.output(try await session.run(), isJSON: arguments.isJSON, isPlain: arguments.isPlain)
  }

  /// The runs that were asked for: profiles, then scenarios, each as often as it is to be repeated.
  private func plans(seed: UInt64) throws -> [RunPlan] {
    let store = ProfileStore(extra: arguments.profilePlaces)
    let phases = HarnessPhases(baseline: arguments.baseline, applied: arguments.applied, removed: arguments.removed)
    var profiles = try arguments.profiles.map { try store.find($0) }
    if arguments.profiles.isEmpty, arguments.scenarios.isEmpty { profiles = try store.all().map(\.profile) }
    let scenarios = ScenarioStore(profiles: store)
    let plans =
      profiles.map { RunPlan($0, phases: phases) }
      + (try arguments.scenarios.map { RunPlan(try scenarios.find($0), seed: seed) })
    return plans.flatMap { plan in
      var plan = plan
      // What is asked for comes before what a scenario has.
      if arguments.seed != nil { plan.seed = nil }
      return Array(repeating: plan, count: arguments.repeats)
    }
  }

  private var app: AppOptions? {
    get throws {
      guard !arguments.command.isEmpty else { return nil }
      return AppOptions(
        command: arguments.command, pattern: try arguments.statusPattern.map { try StatusPattern($0) },
        server: arguments.server)
    }
  }

  /// What a session's result is on standard output and standard error.
  static func output(_ result: HarnessSession.Result, isJSON: Bool, isPlain: Bool) throws -> CommandOutput {
    var output = CommandOutput(facts: "")
    if isJSON {
      output.facts = try CommandOutput.json(RecordSummary(stories: result.stories))
    } else {
      output.facts =
        TimelineReport(stories: result.stories).text(
          width: ReportStyle.width, color: ReportStyle.isColored(isPlain: isPlain)) + "\n" + result.files
    }
    output.complaints = result.complaints
    if result.isFailed { output.status = .failed }
    return output
  }
}

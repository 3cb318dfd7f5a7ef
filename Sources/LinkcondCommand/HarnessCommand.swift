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
    let options = HarnessOptions(
      plans: plans, engine: arguments.engine, seed: seed, monitors: Set(arguments.monitors), jobs: arguments.jobs,
      recoveryLimit: arguments.recoveryLimit, app: try app, expectations: arguments.expectations)
    return try await run(options)
  }

  /// Runs what is planned, into a new record in the output folder.
  func run(_ options: HarnessOptions) async throws -> CommandOutput {
    let place = try RecordPlace(folder: arguments.output)
    let writer = try RecordWriter(path: place.record)
    let kept = Kept(events: Mutex([]))
    let rounds = (options.plans.count + options.jobs - 1) / max(1, options.jobs)
    let progress = HarnessProgress(
      runs: options.plans.count, seconds: (options.plans.map(\.end).max() ?? .zero) * rounds,
      isShown: !arguments.isPlain && Terminal.isTerminal(2))
    progress.start()
    let outcomes: [RunFinished]
    do {
      outcomes = try await HarnessRunner(options).run(
        sink: { event in
          writer.write(event)
          kept.events.withLock { $0.append(event) }
        }, onFinish: { progress.finishOne() })
      progress.end()
    } catch {
      progress.end()
      throw error
    }
    return try output(outcomes, kept.events.withLock { $0 }, writer, place)
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
    return plans.flatMap { Array(repeating: $0, count: arguments.repeats) }
  }

  private var app: AppOptions? {
    get throws {
      guard !arguments.command.isEmpty else { return nil }
      return AppOptions(
        command: arguments.command, pattern: try arguments.statusPattern.map { try StatusPattern($0) },
        server: arguments.server)
    }
  }

  private final class Kept: Sendable {
    let events: Mutex<[RecordEvent]>
    init(events: consuming Mutex<[RecordEvent]>) { self.events = events }
  }

  private func output(
    _ outcomes: [RunFinished], _ events: [RecordEvent], _ writer: RecordWriter, _ place: RecordPlace
  ) throws -> CommandOutput {
    let order = RunOrder(events)
    var output = CommandOutput(facts: "")
    if arguments.isJSON {
      output.facts = try CommandOutput.json(RecordSummary(events: order.sorted))
    } else {
      output.facts = TimelineReport(events: order.sorted).text(
        width: ReportStyle.width, color: ReportStyle.isColored(isPlain: arguments.isPlain))
      output.facts += "\nRecord: \(place.record)\n"
    }
    let failed = outcomes.filter { $0.outcome != "completed" }
    if !failed.isEmpty {
      output.status = .failed
      output.complaints = "Error: \(failed.count) of \(outcomes.count) runs did not complete.\n"
    }
    let unmet = outcomes.flatMap(\.expectations).filter { !$0.passed }
    if !unmet.isEmpty {
      output.status = .failed
      output.complaints += "Error: \(unmet.count) of \(outcomes.flatMap(\.expectations).count) expectations were not met.\n"
    }
    do throws(RecordFailure) {
      try writer.close()
    } catch {
      output.status = .failed
      output.complaints += "Error: \(error) The record is complete up to there.\n"
    }
    return output
  }
}

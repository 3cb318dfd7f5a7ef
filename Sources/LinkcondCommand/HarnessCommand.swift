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
    let store = ProfileStore(extra: arguments.profilePlaces)
    let profiles =
      arguments.profiles.isEmpty ? try store.all().map(\.profile) : try arguments.profiles.map { try store.find($0) }
    let phases = HarnessPhases(baseline: arguments.baseline, applied: arguments.applied, removed: arguments.removed)
    let options = HarnessOptions(
      profiles: profiles, engine: arguments.engine, seed: arguments.seed ?? .random(in: 0...UInt64.max),
      phases: phases, monitors: Set(arguments.monitors), jobs: arguments.jobs)
    let place = try RecordPlace(folder: arguments.output)
    let writer = try RecordWriter(path: place.record)
    let events = Mutex<[RecordEvent]>([])
    let kept = Kept(events: events)

    let progress = HarnessProgress(
      runs: profiles.count, seconds: phases.total, isShown: !arguments.isPlain && Terminal.isTerminal(2))
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
    if let failure = writer.failure {
      output.status = .failed
      output.complaints += "Error: \(failure) The record is complete up to there.\n"
    }
    return output
  }
}

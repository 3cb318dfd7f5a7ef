internal import Conditioner
internal import Harness
internal import LinuxSystem
internal import Profiles
internal import Record
internal import Report
internal import Synchronization

/// Runs of the harness into a new record in a folder, with a page and test results beside it.
struct HarnessSession: Sendable {
  let options: HarnessOptions
  let folder: String
  let isPlain: Bool

  /// What came out.
  struct Result: Sendable {
    /// How each run ended.
    let outcomes: [RunFinished]
    /// The runs, in the order of their names.
    let stories: [RunStory]
    /// The paths of the files that were written, as lines for people.
    let files: String
    /// What to say on standard error; empty if all went well.
    let complaints: String
    /// Whether a run did not complete, an expectation was not met or something could not be written.
    let isFailed: Bool
  }

  /// Runs. SIGINT, SIGTERM and SIGHUP end all runs in good order; the record then says that they were interrupted.
  func run() async throws -> Result {
    let place = try RecordPlace(folder: folder)
    let lock = try place.lock()
    try place.keepOlderRecord()
    defer { withExtendedLifetime(lock) {} }
    let writer = try RecordWriter(path: place.record)
    let kept = Kept()
    let rounds = (options.plans.count + options.jobs - 1) / max(1, options.jobs)
    let progress = HarnessProgress(
      runs: options.plans.count, seconds: (options.plans.map(\.end).max() ?? .zero) * rounds,
      isShown: !isPlain && Terminal.isTerminal(2))
    progress.start()
    defer { progress.end() }
    let running = Task { [options] in
      try await HarnessRunner(options).run(
        sink: { event in
          writer.write(event)
          kept.note(event)
        }, onFinish: { progress.finishOne() })
    }
    let signals = try TerminationSignals { running.cancel() }
    let outcomes = try await running.value
    withExtendedLifetime(signals) {}
    progress.end()
    return finish(outcomes, kept, writer, place)
  }

  /// What the reports can do with where the disk was full: all but what programs said, which has no bounds.
  private final class Kept: Sendable {
    private let events = Mutex<[RecordEvent]>([])

    func note(_ event: RecordEvent) {
      if case .appOutput = event.payload { return }
      events.withLock { $0.append(event) }
    }

    var stories: [RunStory] { RunStory.byName(in: events.withLock { $0 }) }
  }

  private func finish(_ outcomes: [RunFinished], _ kept: Kept, _ writer: RecordWriter, _ place: RecordPlace) -> Result {
    var files = "Record: \(place.record)\n"
    var complaints = ""
    func note(_ count: Int, _ all: Int, _ what: String) {
      if count > 0 { complaints += "Error: \(count) of \(all) \(what).\n" }
    }
    note(outcomes.count { $0.outcome != "completed" }, outcomes.count, "runs did not complete")
    for reason in Set(outcomes.filter { $0.outcome == "failed" }.compactMap(\.failure)).sorted() {
      complaints += "  \(reason)\n"
    }
    let expectations = outcomes.flatMap(\.expectations).filter(\.isChecked)
    note(expectations.count { !$0.passed }, expectations.count, "expectations were not met")
    var stories: [RunStory]?
    do throws(RecordFailure) {
      try writer.close()
      do throws(RecordFailure) {
        stories = RunStory.byName(in: try RecordReader(path: place.record).events)
      } catch {
        complaints += "Error: \(error) The reports are without what programs said.\n"
      }
    } catch {
      complaints += "Error: \(error) The record is complete up to there; the reports are without what programs said.\n"
    }
    let told = stories ?? kept.stories
    do {
      try ReportFile(path: place.page).write(PageReport(stories: told).text)
      files += "Page:   \(place.page)\n"
    } catch {
      complaints += ErrorText.of(error)
    }
    do {
      try ReportFile(path: place.testResults).write(TestReport(stories: told).text)
      files += "JUnit:  \(place.testResults)\n"
    } catch {
      complaints += ErrorText.of(error)
    }
    return Result(
      outcomes: outcomes, stories: told, files: files, complaints: complaints, isFailed: !complaints.isEmpty)
  }
}

internal import Harness
internal import LinuxSystem
internal import Record
internal import Report

/// `linkcond rerun`: the runs of a record once more, and how they compare.
struct RerunCommand: Sendable {
  let arguments: RerunArguments

  init(_ arguments: RerunArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let old = try LoadedRecord(arguments.record)
    let options = try HarnessOptions(repeating: old.stories.compactMap(\.started), by: arguments.engine)
    let session = HarnessSession(options: options, folder: arguments.output, isPlain: arguments.isPlain)
    let result = try await session.run()
    let comparison = RecordComparison(old.stories, result.stories)
    var output = CommandOutput(
      facts: arguments.isJSON
        ? try CommandOutput.json(comparison)
        : ComparisonTable(comparison).text(
          width: ReportStyle.width, color: ReportStyle.isColored(isPlain: arguments.isPlain)) + "\n" + result.files)
    output.complaints = old.complaints + result.complaints
    if result.outcomes.contains(where: { $0.outcome == "failed" }) { output.complaints += Self.elsewhere(old.stories) }
    if comparison.isWorse || result.isFailed { output.status = .failed }
    return output
  }

  /// That the program ran in another folder, which a command such as `./my-app` depends on; empty if it did not.
  private static func elsewhere(_ stories: [RunStory]) -> String {
    let here = SpawnRequest.currentDirectory
    guard let there = stories.compactMap({ $0.started?.app?.directory }).first, there != here else { return "" }
    return
      "  The record's command ran in '\(there)', this one in '\(here)': call 'rerun' in the folder that has what it needs.\n"
  }
}

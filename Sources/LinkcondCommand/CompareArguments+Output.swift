internal import Profiles
internal import Report

extension CompareArguments {
  /// The comparison; it fails if something got worse, and if there is nothing to compare.
  func output() throws -> CommandOutput {
    let (old, new) = (try LoadedRecord(before), try LoadedRecord(now))
    let comparison = RecordComparison(old.stories, new.stories, floor: floor?.wholeNanoseconds)
    var output = CommandOutput(
      facts: isJSON
        ? try CommandOutput.json(comparison)
        : ComparisonTable(comparison).text(
          width: ReportStyle.width, color: ReportStyle.isColored(isPlain: isPlain)))
    output.complaints = old.complaints + new.complaints
    if comparison.isEmpty {
      output.complaints += "Error: '\(before)' and '\(now)' have no profile in common, so nothing was compared.\n"
      output.status = .badInput
    } else if comparison.isWorse {
      output.status = .failed
    }
    return output
  }
}

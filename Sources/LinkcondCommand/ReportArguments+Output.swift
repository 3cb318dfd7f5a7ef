internal import Report

extension ReportArguments {
  /// The report of a record, or of the record in a folder: as text, unless only files are asked for.
  func output() throws -> CommandOutput {
    let record = try LoadedRecord(record)
    var output = CommandOutput(facts: "")
    output.complaints = record.complaints
    if let html { try write(PageReport(stories: record.stories).text, to: html, &output) }
    if let junit { try write(TestReport(stories: record.stories).text, to: junit, &output) }
    if let csv { try write(TransitionTable(stories: record.stories).text, to: csv, &output) }
    if isJSON {
      output.facts += try CommandOutput.json(RecordSummary(stories: record.stories))
    } else if isText || (html == nil && junit == nil && csv == nil) {
      output.facts += TimelineReport(stories: record.stories).text(
        width: ReportStyle.width, color: ReportStyle.isColored(isPlain: isPlain))
    }
    return output
  }

  /// Writes to a file, or to standard output for `-`.
  private func write(_ text: String, to path: String, _ output: inout CommandOutput) throws {
    if path == "-" {
      output.facts += text
    } else {
      try ReportFile(path: path).write(text)
    }
  }
}

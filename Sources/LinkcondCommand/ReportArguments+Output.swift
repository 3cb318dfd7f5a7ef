internal import FoundationEssentials
internal import Record
internal import Report

extension ReportArguments {
  /// The report of a record, or of the record in a folder.
  func output() throws -> CommandOutput {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: record, isDirectory: &isFolder)
    let reader = try RecordReader(path: exists && isFolder ? "\(record)/record.jsonl" : record)
    var output = CommandOutput(
      facts: TimelineReport(events: RunOrder(reader.events).sorted).text(
        width: ReportStyle.width, color: ReportStyle.isColored(isPlain: isPlain)))
    if reader.isCut { output.complaints = "Warning: the last line of '\(record)' is cut off and was left out.\n" }
    return output
  }
}

internal import FoundationEssentials
internal import Record
internal import Report

/// A record that a command line names.
struct LoadedRecord: Sendable {
  /// Its runs, in the order of their names.
  let stories: [RunStory]
  /// What to say of it on standard error; empty if nothing.
  let complaints: String

  /// Reads a record, or the record in a folder.
  ///
  /// - Throws: ``RecordFailure`` if there is none, or it is damaged or from a newer version.
  init(_ path: String) throws {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let reader = try RecordReader(path: exists && isFolder ? "\(path)/record.jsonl" : path)
    stories = RunStory.byName(in: reader.events)
    complaints = reader.isCut ? "Warning: the last line of '\(path)' is cut off and was left out.\n" : ""
  }
}

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
    // The runs of parallel labs began in any order.
    stories = RunStory.all(in: reader.events).sorted { $0.name < $1.name }
    complaints = reader.isCut ? "Warning: the last line of '\(path)' is cut off and was left out.\n" : ""
  }
}

internal import FoundationEssentials
internal import LinuxSystem

/// The folder of a record. An older record in it is kept under another name.
struct RecordPlace: Sendable {
  /// The path of the record to write.
  let record: String
  /// The path of the page that is drawn of it.
  var page: String { beside("report.html") }
  /// The path of its results for a CI system.
  var testResults: String { beside("junit.xml") }

  private func beside(_ name: String) -> String { String(record.dropLast("record.jsonl".count)) + name }

  /// Makes the folder where it is missing.
  ///
  /// - Throws: `SystemError` that names the folder.
  init(folder: String) throws {
    record = folder.hasSuffix("/") ? "\(folder)record.jsonl" : "\(folder)/record.jsonl"
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      guard files.fileExists(atPath: record) else { return }
      var number = 1
      while files.fileExists(atPath: "\(record).\(number)") { number += 1 }
      try files.moveItem(atPath: record, toPath: "\(record).\(number)")
    } catch {
      throw SystemError(
        "make the folder '\(folder)' for the record", errno: Errno(ofFile: error),
        advice: "Name another with '--output'.")
    }
  }
}

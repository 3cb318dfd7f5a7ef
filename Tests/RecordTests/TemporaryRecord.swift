import FoundationEssentials
import Glibc

/// A folder of a test's own, gone when the test is.
final class TemporaryRecord {
  let folder: String

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-record-\(UUID().uuidString)").path
    // The parent is there and the name is new; were it not made, opening the record would fail the test.
    mkdir(folder, 0o700)
  }

  var path: String { folder + "/record.jsonl" }

  /// The file's text.
  func text() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}

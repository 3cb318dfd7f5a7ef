import FoundationEssentials
import Testing

/// Runs `body` with the path of a new folder that is removed afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
  }
  try body(folder)
}

/// Writes a file, making its folder where it is missing.
func write(_ text: String, to path: String) throws {
  let folder = URL(filePath: path).deletingLastPathComponent().path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: URL(filePath: path))
}

internal import FoundationEssentials
internal import LinuxSystem

/// A file that a report is written to: whole, or not at all.
struct ReportFile: Sendable {
  /// Its path.
  let path: String

  /// Writes it, in the place of an older one.
  ///
  /// - Throws: `SystemError` that names the file.
  func write(_ text: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw SystemError("write the report '\(path)'", errno: Errno(ofFile: error))
    }
  }
}

internal import LinuxSystem

/// A file that a report is written to: whole, or not at all.
struct ReportFile: Sendable {
  /// Its path.
  let path: String

  /// Writes it, in the place of an older one.
  ///
  /// - Throws: `SystemError` that names the file.
  func write(_ text: String) throws(SystemError) {
    try SystemFile.publish(path, text, operation: "write the report '\(path)'")
  }
}

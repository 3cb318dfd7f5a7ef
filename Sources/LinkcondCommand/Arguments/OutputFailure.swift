/// A file that was asked for could not be written.
struct OutputFailure: Error, CustomStringConvertible {
  /// Its path.
  let path: String
  /// What stood in the way.
  let reason: String

  var description: String { "Cannot write the file '\(path)': \(reason)." }
}

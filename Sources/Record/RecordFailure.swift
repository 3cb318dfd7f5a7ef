internal import Glibc

/// A record that could not be written or read.
public struct RecordFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: the attempt, the file, the system's words.
  public let description: String

  init(_ operation: String, _ path: String, _ code: Int32) {
    description = "Cannot \(operation) '\(path)': \(unsafe String(cString: strerror(code)))."
  }

  init(_ description: String) { self.description = description }
}

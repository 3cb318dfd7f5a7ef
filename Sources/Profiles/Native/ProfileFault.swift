/// One thing that is wrong with a file: where it is, what was read and what is allowed.
public struct ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public let file: String
  /// The key it is about, such as `Downlink.Rate`; nil for the file as a whole.
  public let keyPath: String?
  /// The line of the key, from 1; nil where it is not known, as in binary files.
  public let line: Int?
  /// What was read and what is allowed, a full sentence.
  public let message: String

  /// Creates a fault.
  public init(file: String, keyPath: String? = nil, line: Int? = nil, message: String) {
    self.file = file
    self.keyPath = keyPath
    self.line = line
    self.message = message
  }

  /// `file:line: key path: message`
  public var description: String {
    file + (line.map { ":\($0)" } ?? "") + ": " + (keyPath.map { "\($0): " } ?? "") + message
  }
}

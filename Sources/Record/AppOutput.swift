/// The program under test wrote a line.
public struct AppOutput: Codable, Hashable, Sendable {
  /// `stdout` or `stderr`.
  public var stream: String
  /// The line, without its end.
  public var line: String

  /// A line as given.
  public init(stream: String, line: String) {
    self.stream = stream
    self.line = line
  }
}

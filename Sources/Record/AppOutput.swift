/// The program under test wrote a line.
public struct AppOutput: Codable, Hashable, Sendable {
  /// `stdout` or `stderr`.
  public var stream: String
  /// The line, without its end.
  public var line: String
  /// Whether it is a piece of a longer line, which the next one of the stream goes on; absent if not.
  public var isCut: Bool?

  /// A line as given.
  public init(stream: String, line: String, isCut: Bool? = nil) {
    self.stream = stream
    self.line = line
    self.isCut = isCut
  }
}

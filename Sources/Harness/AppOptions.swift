/// The user's own program, which runs as the client of each lab.
public struct AppOptions: Sendable {
  /// The program and its arguments; not empty.
  public var command: [String]
  /// What finds a status in a line that it writes; nil for none.
  public var pattern: StatusPattern?
  /// A shell command that runs on the network side while the run lasts, such as the program's own server; nil for none.
  public var server: String?
  /// From asking the program to end (SIGTERM) to ending it (SIGKILL).
  public var grace: Duration

  /// Options; what is left out is as on the command line.
  public init(
    command: [String], pattern: StatusPattern? = nil, server: String? = nil, grace: Duration = .seconds(2)
  ) {
    self.command = command
    self.pattern = pattern
    self.server = server
    self.grace = grace
  }
}

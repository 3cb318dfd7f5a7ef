/// The user's program, as it was started.
public struct AppPlan: Codable, Hashable, Sendable {
  /// The program and its arguments.
  public var command: [String]
  /// The regular expression that finds a status in what it writes; absent where there was none.
  public var statusPattern: String?
  /// The shell command that ran on the network side; absent where there was none.
  public var server: String?
  /// The folder that it ran in; absent in records of versions that did not tell it.
  public var directory: String?

  /// A program as given.
  public init(command: [String], statusPattern: String? = nil, server: String? = nil, directory: String? = nil) {
    self.command = command
    self.statusPattern = statusPattern
    self.server = server
    self.directory = directory
  }
}

public import LinuxSystem

/// What a command in a lab did.
public struct CommandResult: Hashable, Sendable {
  /// How it ended.
  public let status: ExitStatus
  /// What it wrote to its standard output, decoded as UTF-8.
  public let standardOutput: String
  /// What it wrote to its standard error, decoded as UTF-8.
  public let standardError: String
}

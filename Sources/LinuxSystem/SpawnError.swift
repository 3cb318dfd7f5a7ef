/// A command that could not be started: the step that failed and the kernel's words.
public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted.
  public let step: String
  /// The kernel's answer.
  public let errno: Errno
  /// The command.
  public let command: String
  /// Whether it was the command itself that could not be executed, after all else was ready.
  public let isExecution: Bool

  /// Whether there is no such command (a shell's 127).
  public var isNotFound: Bool { isExecution && (errno == .noSuchFile || errno == .notDirectory) }
  /// Whether it is there and may not be, or can't be, executed (a shell's 126).
  public var isNotExecutable: Bool { isExecution && !isNotFound }

  /// One line.
  public var description: String {
    isNotFound
      ? "Command '\(command)' was not found."
      : isExecution
        ? "Command '\(command)' cannot be executed: \(errno)." : "Cannot start '\(command)': \(step): \(errno)."
  }
}

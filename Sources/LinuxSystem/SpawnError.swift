/// A command that could not be started: the step that failed and the kernel's words.
public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted.
  public let step: String
  /// The kernel's answer.
  public let errno: Errno
  /// The command.
  public let command: String
  /// A sentence on how to get further.
  public let advice: String?
  /// Whether it was the command itself that could not be executed, after all else was ready.
  public let isExecution: Bool

  /// Whether there is no such command (a shell's 127).
  public var isNotFound: Bool { isExecution && (errno == .noSuchFile || errno == .notDirectory) }
  /// Whether it is there and may not be, or can't be, executed (a shell's 126).
  public var isNotExecutable: Bool { isExecution && !isNotFound }

  init(step: String, errno: Errno, command: String, isExecution: Bool, advice: String? = nil) {
    self.step = step
    self.errno = errno
    self.advice = advice
    self.command = command
    self.isExecution = isExecution
  }

  /// One line.
  public var description: String {
    isNotFound
      ? "Command '\(command)' was not found."
      : isExecution
        ? "Cannot execute '\(command)': \(errno)."
        : "Cannot start '\(command)': \(step): \(errno)." + (advice.map { " \($0)" } ?? "")
  }
}

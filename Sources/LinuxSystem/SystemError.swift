/// A system call that was refused: what was attempted, the kernel's words, and the way out where one is known.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, on what, such as `"open /proc/self/ns/net"`.
  public let operation: String
  /// The kernel's answer.
  public let errno: Errno
  /// A sentence on how to get further.
  public let advice: String?

  /// An error as given.
  public init(_ operation: String, errno: Errno, advice: String? = nil) {
    self.operation = operation
    self.errno = errno
    self.advice = advice
  }

  /// One line, such as `Cannot open /dev/x: Permission denied.`
  public var description: String { "Cannot \(operation): \(errno)." + (advice.map { " \($0)" } ?? "") }
}

/// Turns the -1 of a system call into a thrown error, and repeats a call that a signal interrupted.
@discardableResult
func check<Result: SignedInteger>(
  _ operation: @autoclosure () -> String, advice: String? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = Errno.current
    if code.rawValue == 4 { continue }  // EINTR
    throw SystemError(operation(), errno: code, advice: advice)
  }
}

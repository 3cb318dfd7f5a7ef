/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
  /// It returned or called `exit` with this status.
  case exited(Int32)
  /// A signal ended it.
  case signalled(Int32)

  /// From the status word of `waitpid(2)`.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
  }

  /// What a shell puts into `$?`: the exit status, or 128 and the signal's number.
  public var shellCode: Int32 {
    switch self {
    case .exited(let code): code
    case .signalled(let number): 128 + number
    }
  }
}

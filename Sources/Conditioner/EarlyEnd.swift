public import LinuxSystem

/// Something that a run needs on the network side, and that ended before it.
public struct EarlyEnd: Error, Hashable, Sendable, CustomStringConvertible {
  /// What ended and how, as a sentence.
  public let description: String

  init(_ description: String) { self.description = description }

  /// The shell command of `--serve`, if it has ended: whatever it started went with it, as it ran under an init of its own.
  public init?(ofServer process: LabProcess?, _ command: String?) {
    guard let ended = process?.ended, let command else { return nil }
    let how =
      switch ended {
      case .exited(let code): "with exit status \(code)"
      case .signalled(let signal): "by signal \(signal)"
      }
    self.init(
      "The server '\(command)' ended \(how) before the run did. It has to stay in the foreground: what it leaves running ends "
        + "with it. Ports 7, 53, 80 and 9007 are taken there, by the lab's own servers.")
  }
}

internal import LinuxSystem

/// One request over a socket of its own, from its sending to its end.
protocol ProbeExchange: AnyObject {
  /// What to watch, until the exchange has ended.
  var descriptor: CInt { get }
  /// Does what the socket allows now.
  func advance() -> ProbeStep
}

/// What an exchange waits for, or how it ended.
enum ProbeStep: Hashable {
  case waits(Poller.Interest)
  case ended(ProbeOutcome, at: Int64)
}

extension ProbeOutcome {
  /// What an error of a socket says of the target.
  init(_ errno: Errno) {
    switch errno {
    case .connectionRefused, .connectionReset, .brokenPipe: self = .refused
    case .timedOut: self = .timeout
    // ENETUNREACH and its like, and whatever else keeps a packet from leaving, such as EPERM of a firewall.
    default: self = .unreachable
    }
  }
}

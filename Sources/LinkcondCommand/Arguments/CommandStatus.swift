import Profiles

/// The exit statuses of all commands but `run`, as in `sysexits.h` where it has one.
enum CommandStatus: Int32, Hashable, Sendable {
  /// Done.
  case done = 0
  /// An expectation failed, or the run did.
  case failed = 1
  /// Wrong usage: `EX_USAGE`.
  case usage = 64
  /// A bad input file: `EX_DATAERR`.
  case badInput = 65
  /// The machine lacks something: `EX_UNAVAILABLE`.
  case unavailable = 69
  /// Not permitted: `EX_NOPERM`.
  case notPermitted = 77

  /// The status for an error of the command line or of profiles; ``failed`` for any other.
  init(_ error: any Error) {
    switch error {
    case is UsageError, is UnknownProfile: self = .usage
    case is ProfileFaults, is ProfileFault: self = .badInput
    default: self = .failed
    }
  }
}

import Conditioner
import Harness
import LinuxSystem
import Profiles
import Record

/// The exit status of every command but `run`, which passes on its command's.
enum CommandStatus: Int32, Hashable, Sendable {
  /// All went well.
  case done = 0
  /// The run or an expectation failed.
  case failed = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// An input file is bad (EX_DATAERR).
  case badInput = 65
  /// The machine lacks something (EX_UNAVAILABLE).
  case unavailable = 69
  /// A privilege is missing (EX_NOPERM).
  case notPermitted = 77

  /// The status for an error.
  init(_ error: any Error) {
    switch error {
    case is UsageError, is UnknownName, is UnknownStep: self = .usage
    case is RerunFault, is ExpectationFault: self = .badInput
    case is ProfileFaults, is ProfileFault, is ExportRefusal, is RecordFailure: self = .badInput
    case let error as LabError:
      switch error.kind {
      case .missingPiece: self = .unavailable
      case .notPermitted: self = .notPermitted
      case .failed: self = .failed
      }
    case let error as SystemError where error.errno == .notPermitted || error.errno == .permissionDenied:
      self = .notPermitted
    default: self = .failed
    }
  }
}

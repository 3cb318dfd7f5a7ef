internal import DarwinCompatibility

/// The numbers of SCError, each thread's last.
enum ReachabilityStatus: Int32 {
  case ok = 0
  case failed = 1001
  case invalidArgument = 1002
  case reachabilityUnknown = 4001

  private static let key = "linkcond.SCError"

  static var last: Int32 {
    get { Thread.current.threadDictionary[key] as? Int32 ?? ok.rawValue }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  /// Remembers it; whether all went well.
  func report() -> Bool {
    Self.last = rawValue
    return self == .ok
  }
}

public import SystemConfiguration

/// How a family of libraries reads the flags of SCNetworkReachability; they disagree where a connection is required.
public enum FlagDialect: Hashable, Sendable, CaseIterable {
  /// Apple's sample code and what follows it: a mobile network is reachable even if a connection is required; elsewhere one
  /// may be required if it comes by itself.
  case appleSample
  /// Alamofire, AFNetworking: a required connection must come by itself, on a mobile network too.
  case alamofire
  /// tonymillion's Reachability: not reachable only where a connection is required and transient.
  case tonymillion

  /// What it makes of flags.
  public func status(of flags: SCNetworkReachabilityFlags) -> ReachabilityStatus {
    guard flags.contains(.reachable) else { return .notReachable }
    let comesByItself = !flags.isDisjoint(with: [.connectionOnDemand, .connectionOnTraffic])
    let needsNobody = !flags.contains(.connectionRequired) || comesByItself && !flags.contains(.interventionRequired)
    let isUsable =
      switch self {
      case .appleSample: flags.contains(.isWWAN) || needsNobody
      case .alamofire: needsNobody
      case .tonymillion: !flags.isSuperset(of: [.connectionRequired, .transientConnection])
      }
    guard isUsable else { return .notReachable }
    return flags.contains(.isWWAN) ? .reachableViaWWAN : .reachableViaWiFi
  }
}

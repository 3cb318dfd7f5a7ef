/// How a target is reached, as the flags of SCNetworkReachability tell it.
public enum ReachabilityStatus: Int, Hashable, Sendable, CaseIterable {
  /// Not.
  case notReachable
  /// By anything but a mobile network.
  case reachableViaWiFi
  /// By a mobile network.
  case reachableViaWWAN
}

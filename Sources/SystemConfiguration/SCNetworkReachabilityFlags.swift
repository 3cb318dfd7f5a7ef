// Neither Hashable nor CustomStringConvertible: clients add these themselves.

/// What is known of the way to a target, as on Apple's platforms.
public struct SCNetworkReachabilityFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reached through a transient connection: PPP, a mobile network, a VPN.
  public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
  /// A packet can leave this machine for it. That does not mean that it arrives.
  public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
  /// A connection must be established first.
  public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
  /// Any traffic will establish it.
  public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
  /// Somebody has to do something for it.
  public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
  /// Apple's stream classes will establish it.
  public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
  /// It is an address of this machine.
  public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
  /// It is on a network of this machine, no router between.
  public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
  /// Reached through a mobile network.
  public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)
  /// The old name of ``connectionOnTraffic``.
  public static let connectionAutomatic = SCNetworkReachabilityFlags.connectionOnTraffic
}

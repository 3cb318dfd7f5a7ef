/// What Apple's SCNetworkReachability says of a target, bit for bit.
public struct ReachabilityFlags: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// The bits of `SCNetworkReachabilityFlags`.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reached through a transient connection: PPP, a mobile network, a VPN.
  public static let transientConnection = ReachabilityFlags(rawValue: 1 << 0)
  /// A packet can leave for it now.
  public static let reachable = ReachabilityFlags(rawValue: 1 << 1)
  /// A connection must be established first.
  public static let connectionRequired = ReachabilityFlags(rawValue: 1 << 2)
  /// Any traffic will establish it.
  public static let connectionOnTraffic = ReachabilityFlags(rawValue: 1 << 3)
  /// Somebody has to do something for it.
  public static let interventionRequired = ReachabilityFlags(rawValue: 1 << 4)
  /// Apple's stream classes will establish it.
  public static let connectionOnDemand = ReachabilityFlags(rawValue: 1 << 5)
  /// It is an address of this machine.
  public static let isLocalAddress = ReachabilityFlags(rawValue: 1 << 16)
  /// It is on a network of this machine, no router between.
  public static let isDirect = ReachabilityFlags(rawValue: 1 << 17)
  /// Reached through a mobile network.
  public static let isWWAN = ReachabilityFlags(rawValue: 1 << 18)

  /// The letters that libraries print, `-` for what is not set: `WR ctiCDld`.
  public var description: String {
    func letter(_ flag: ReachabilityFlags, _ text: String) -> String { contains(flag) ? text : "-" }
    return letter(.isWWAN, "W") + letter(.reachable, "R") + " " + letter(.connectionRequired, "c")
      + letter(.transientConnection, "t") + letter(.interventionRequired, "i") + letter(.connectionOnTraffic, "C")
      + letter(.connectionOnDemand, "D") + letter(.isLocalAddress, "l") + letter(.isDirect, "d")
  }
}

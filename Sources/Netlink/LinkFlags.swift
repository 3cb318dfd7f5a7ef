/// The flags of an interface, as `ip link` shows them in angle brackets.
public struct LinkFlags: OptionSet, Hashable, Sendable {
  /// The bits of `ifi_flags`.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Administratively up. The corresponding C constant is `IFF_UP`.
  public static let up = LinkFlags(rawValue: 1 << 0)
  /// The corresponding C constant is `IFF_BROADCAST`.
  public static let broadcast = LinkFlags(rawValue: 1 << 1)
  /// The corresponding C constant is `IFF_LOOPBACK`.
  public static let loopback = LinkFlags(rawValue: 1 << 3)
  /// The corresponding C constant is `IFF_POINTOPOINT`.
  public static let pointToPoint = LinkFlags(rawValue: 1 << 4)
  /// Operational. The corresponding C constant is `IFF_RUNNING`.
  public static let running = LinkFlags(rawValue: 1 << 6)
  /// There is a carrier. The corresponding C constant is `IFF_LOWER_UP`.
  public static let lowerUp = LinkFlags(rawValue: 1 << 16)
  /// Waits for something, such as 802.1X. The corresponding C constant is `IFF_DORMANT`.
  public static let dormant = LinkFlags(rawValue: 1 << 17)
}

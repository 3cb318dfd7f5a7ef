public import Netlink

/// What the kernel cannot know of interfaces, such as that a lab's veth stands for Wi-Fi.
///
/// An interface is meant by its name, by its number in digits, or by a pattern in which `*` stands for anything and `?` for
/// one byte; where several fit, the name counts first, then the number, then the longest pattern.
public struct InterfaceOverrides: Hashable, Sendable {
  /// Types by interface name.
  public var types: [String: InterfaceType]
  /// Names of interfaces whose use costs money; cellular ones always do.
  public var expensive: Set<String>
  /// Names of interfaces on which data is to be saved (Apple's Low Data Mode).
  public var constrained: Set<String>
  /// Names of interfaces on which hardly any data may be used (Apple's ultra-constrained networks, such as by satellite).
  public var ultraConstrained: Set<String>
  /// The radio technology of cellular interfaces, by name; no other source tells it.
  public var cellularTypes: [String: CellularType]
  /// Whether there is a DNS server; nil reads `/etc/resolv.conf`.
  public var hasNameServer: Bool?
  /// Whether a dormant Wi-Fi or cellular link makes a path ``PathStatus/requiresConnection`` and not unsatisfied.
  public var dormantRequiresConnection: Bool
  /// Global addresses of either family: the path is what the kernel would do with a packet to them. A family without
  /// one counts as unusable.
  public var canaries: [IPAddress]

  /// Overrides; without arguments none, and the canaries are the documentation prefixes' first hosts.
  public init(
    types: [String: InterfaceType] = [:], expensive: Set<String> = [], constrained: Set<String> = [],
    ultraConstrained: Set<String> = [], cellularTypes: [String: CellularType] = [:],
    hasNameServer: Bool? = nil, dormantRequiresConnection: Bool = false,
    canaries: [IPAddress] = ["203.0.113.1", "2001:db8::1"].compactMap(IPAddress.init)
  ) {
    self.types = types
    self.expensive = expensive
    self.constrained = constrained
    self.ultraConstrained = ultraConstrained
    self.cellularTypes = cellularTypes
    self.hasNameServer = hasNameServer
    self.dormantRequiresConnection = dormantRequiresConnection
    self.canaries = canaries
  }
}

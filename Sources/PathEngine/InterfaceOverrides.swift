public import Netlink

/// What the kernel cannot know of interfaces, such as that a lab's veth stands for Wi-Fi.
public struct InterfaceOverrides: Hashable, Sendable {
  /// Types by interface name.
  public var types: [String: InterfaceType]
  /// Names of interfaces whose use costs money.
  public var expensive: Set<String>
  /// Whether there is a DNS server; nil reads `/etc/resolv.conf`.
  public var hasNameServer: Bool?
  /// A global address for each family: the path is what the kernel would do with a packet to it.
  public var canaries: [IPAddress]

  /// Overrides; without arguments none, and the canaries are the documentation prefixes' first hosts.
  public init(
    types: [String: InterfaceType] = [:], expensive: Set<String> = [], hasNameServer: Bool? = nil,
    canaries: [IPAddress] = ["203.0.113.1", "2001:db8::1"].compactMap(IPAddress.init)
  ) {
    self.types = types
    self.expensive = expensive
    self.hasNameServer = hasNameServer
    self.canaries = canaries
  }
}

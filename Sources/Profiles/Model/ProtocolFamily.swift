/// Which packets a profile is for. The others cross the link unimpaired, as with Apple's `ProtocolFamily`.
public enum ProtocolFamily: String, Hashable, Sendable, Codable, CaseIterable {
  /// All of them.
  case any
  /// Those of IPv4.
  case ipv4 = "IPv4"
  /// Those of IPv6.
  case ipv6 = "IPv6"
}

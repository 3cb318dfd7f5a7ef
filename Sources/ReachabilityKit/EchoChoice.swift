/// What the echoes of a ``ReachabilityProbe`` are.
public enum EchoChoice: String, Hashable, Sendable, CaseIterable {
  /// ICMP, or UDP where `net.ipv4.ping_group_range` forbids the caller ICMP echo sockets.
  case icmpOrUDP
  /// ICMP only; where it is forbidden the probe cannot be made.
  case icmp
  /// UDP to the echo service.
  case udp
  /// None.
  case off
}

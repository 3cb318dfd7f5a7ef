/// What a probe asks with.
public enum ProbeKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// An ICMP echo request, as `ping` sends it.
  case icmpEcho = "icmp"
  /// `GET /generate_204`, or what an ``HTTPExpectation`` says.
  case http
  /// A TCP connection that is made and closed again. A portal's machine may take it too: it says less than ``http``.
  case tcp
  /// A DNS query for a name's address.
  case dns
  /// A datagram to the echo service (UDP 7), where that is asked for or ICMP echo sockets are not allowed.
  case udpEcho = "udp"

  /// One of the two whose misses mean that the network is gone.
  public var isEcho: Bool { self == .icmpEcho || self == .udpEcho }
}

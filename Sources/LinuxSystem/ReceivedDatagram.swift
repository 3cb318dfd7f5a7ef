/// A datagram and when the kernel took it in.
public struct ReceivedDatagram: Hashable, Sendable {
  /// The payload; for an echo socket the ICMP message from its type on.
  public let bytes: [UInt8]
  /// Who sent it.
  public let sender: SocketAddress
  /// The kernel's receive stamp, in nanoseconds of CLOCK_MONOTONIC.
  public let received: Int64
}

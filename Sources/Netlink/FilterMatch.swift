internal import CNetlink

/// Which packets a redirect takes.
public enum FilterMatch: Hashable, Sendable, Codable {
  /// All, of any protocol.
  case all
  /// All of a family, and nothing else, such as ARP.
  case family(IPAddress.Family)
  /// UDP to a port. First fragments without IPv4 options or IPv6 extension headers only, as real queries are.
  case udpDestinationPort(UInt16, IPAddress.Family)

  /// The EtherType that the filter is registered for.
  var etherType: UInt16 {
    switch self {
    case .all: UInt16(ETH_P_ALL)
    case .family(.ipv4), .udpDestinationPort(_, .ipv4): UInt16(ETH_P_IP)
    case .family(.ipv6), .udpDestinationPort(_, .ipv6): UInt16(ETH_P_IPV6)
    }
  }

  /// u32 keys: at this offset from the network header, under this mask, this value.
  public var keys: [(offset: Int32, mask: UInt32, value: UInt32)] {
    switch self {
    case .all, .family: [(0, 0, 0)]
    case .udpDestinationPort(let port, .ipv4):
      [
        (0, 0x0f00_0000, 0x0500_0000),  // a header of five words
        (4, 0x0000_1fff, 0),  // not a later fragment
        (8, 0x00ff_0000, 17 << 16),  // protocol UDP
        (20, 0x0000_ffff, UInt32(port)),
      ]
    case .udpDestinationPort(let port, .ipv6):
      [(4, 0x0000_ff00, 17 << 8), (40, 0x0000_ffff, UInt32(port))]
    }
  }
}

internal import Foundation
internal import Netlink

extension NWEndpoint {
  /// A name or an address.
  public enum Host: Hashable, Sendable, ExpressibleByStringLiteral, CustomDebugStringConvertible {
    /// A name, and the interface that it is limited to.
    case name(String, NWInterface?)
    /// An IPv4 address.
    case ipv4(IPv4Address)
    /// An IPv6 address.
    case ipv6(IPv6Address)

    /// An address if the text is one, else a name. No look-up is made.
    public init(_ string: String) {
      if let address = IPv4Address(string) {
        self = .ipv4(address)
      } else if let address = IPv6Address(string) {
        self = .ipv6(address)
      } else {
        self = .name(string, nil)
      }
    }

    /// As ``init(_:)``.
    public init(stringLiteral: String) { self.init(stringLiteral) }

    init?(_ address: Netlink.IPAddress) {
      let host: Host? =
        switch address.family {
        case .ipv4: IPv4Address(Data(address.bytes)).map(Host.ipv4)
        case .ipv6: IPv6Address(Data(address.bytes)).map(Host.ipv6)
        }
      guard let host else { return nil }
      self = host
    }

    /// The interface that it is limited to.
    public var interface: NWInterface? {
      switch self {
      case .name(_, let interface): interface
      case .ipv4(let address): address.interface
      case .ipv6(let address): address.interface
      }
    }

    /// The name or the address.
    public var debugDescription: String {
      switch self {
      case .name(let name, let interface): name + (interface.map { "%\($0.name)" } ?? "")
      case .ipv4(let address): address.debugDescription
      case .ipv6(let address): address.debugDescription
      }
    }
  }
}

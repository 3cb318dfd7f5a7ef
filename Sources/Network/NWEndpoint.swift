public import Foundation

/// One end of a connection.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
  /// A host and a port.
  case hostPort(host: Host, port: Port)
  /// A Bonjour service.
  case service(name: String, type: String, domain: String, interface: NWInterface?)
  /// A local socket.
  case unix(path: String)
  /// A URL.
  case url(URL)
  /// Something that none of the others says.
  case opaque(nw_endpoint_t)

  /// The interface that it is limited to.
  public var interface: NWInterface? {
    switch self {
    case .hostPort(let host, _): host.interface
    case .service(_, _, _, let interface): interface
    case .unix, .url, .opaque: nil
    }
  }

  /// `192.0.2.1:80`, `2001:db8::1.80`, `name.type.domain`, a path or a URL.
  public var debugDescription: String {
    switch self {
    case .hostPort(.ipv6(let address), let port): "\(address).\(port)"
    case .hostPort(let host, let port): "\(host):\(port)"
    case .service(let name, let type, let domain, _): "\(name).\(type)\(domain)"
    case .unix(let path): path
    case .url(let url): url.absoluteString
    case .opaque(let endpoint): endpoint.description
    }
  }
}

// swift-format-ignore: TypeNamesShouldBeCapitalized
/// An endpoint of Apple's C interface. No path on Linux has one.
public struct nw_endpoint_t: Hashable, Sendable, CustomStringConvertible {
  /// What it is, as text.
  public let description: String
}

internal import PathEngine

/// What would become of a connection made now: whether there is a way, and over which interfaces.
///
/// A value: it does not change after it was delivered. `satisfied` says that packets can leave this machine, not that
/// anybody answers.
public struct NWPath: Equatable, Sendable, CustomDebugStringConvertible {
  /// Whether a path can be used.
  public enum Status: Hashable, Sendable {
    /// There is a usable route.
    case satisfied
    /// There is none.
    case unsatisfied
    /// There is none now, but an attempt to connect may bring one. Also where this process is not allowed to ask the kernel.
    case requiresConnection
  }

  /// Why a path is not satisfied, as far as it can be told.
  public enum UnsatisfiedReason: Hashable, Sendable {
    /// No reason is known.
    case notAvailable
    /// All mobile radios are switched off (rfkill), and nothing else carries the path.
    case cellularDenied
    /// All Wi-Fi radios are switched off (rfkill), and nothing else carries the path.
    case wifiDenied
    /// Never on Linux: there is no permission for the local network.
    case localNetworkDenied
    /// Never on Linux: no VPN can be required.
    case vpnInactive
  }

  /// How good the link is.
  public enum LinkQuality: Hashable, Sendable {
    /// Not known, which is always so on Linux.
    case unknown
    /// Hardly usable.
    case minimal
    /// Usable.
    case moderate
    /// Good.
    case good
  }

  /// Whether the path can be used.
  public let status: Status
  /// Why it is not satisfied; ``UnsatisfiedReason/notAvailable`` where it is.
  public let unsatisfiedReason: UnsatisfiedReason
  /// The interfaces that can carry the path, the preferred one first; none if it is not satisfied.
  public let availableInterfaces: [NWInterface]
  /// Whether its use costs money: a mobile network, or an interface that is marked so.
  public let isExpensive: Bool
  /// Whether data is to be saved, which only an override tells on Linux.
  public let isConstrained: Bool
  /// Whether hardly any data may be used, which only an override tells on Linux.
  public let isUltraConstrained: Bool
  /// Whether IPv4 can be used.
  public let supportsIPv4: Bool
  /// Whether IPv6 can be used.
  public let supportsIPv6: Bool
  /// Whether a DNS server is configured.
  public let supportsDNS: Bool
  /// The routers, those of the preferred interface first; their port is 0.
  public let gateways: [NWEndpoint]
  /// nil: the path of a monitor has no endpoints.
  public var localEndpoint: NWEndpoint? { nil }
  /// nil: the path of a monitor has no endpoints.
  public var remoteEndpoint: NWEndpoint? { nil }
  /// ``LinkQuality/unknown``: nothing tells it on Linux.
  public var linkQuality: LinkQuality { .unknown }
  private let usedTypes: Set<NWInterface.InterfaceType>
  private let reason: String?

  init(_ path: NetworkPath) {
    switch path.status {
    case .satisfied: status = .satisfied
    case .unsatisfied: status = .unsatisfied
    case .requiresConnection: status = .requiresConnection
    }
    switch path.blockedRadio {
    case .wifi: unsatisfiedReason = .wifiDenied
    case .cellular: unsatisfiedReason = .cellularDenied
    default: unsatisfiedReason = .notAvailable
    }
    availableInterfaces = path.interfaces.map(NWInterface.init)
    usedTypes = Set(path.usedTypes.map(NWInterface.InterfaceType.init))
    isExpensive = path.isExpensive
    isConstrained = path.isConstrained
    isUltraConstrained = path.isUltraConstrained
    supportsIPv4 = path.supportsIPv4
    supportsIPv6 = path.supportsIPv6
    supportsDNS = path.supportsDNS
    gateways = path.gateways.compactMap { NWEndpoint.Host($0).map { .hostPort(host: $0, port: 0) } }
    reason = path.reason
  }

  /// Whether a connection would be sent over an interface of a type; that of what a VPN stands on counts too.
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { usedTypes.contains(type) }

  /// One line, such as `satisfied, interface: wlan0, ipv4, dns`, or `unsatisfied (wlan0 has no carrier)`.
  public var debugDescription: String {
    guard status == .satisfied else { return "\(status)" + (reason.map { " (\($0))" } ?? "") }
    var parts = ["satisfied"]
    if let first = availableInterfaces.first { parts.append("interface: \(first)") }
    let facts = [
      (supportsIPv4, "ipv4"), (supportsIPv6, "ipv6"), (supportsDNS, "dns"), (isExpensive, "expensive"),
      (isConstrained, "constrained"), (isUltraConstrained, "ultra constrained"),
    ]
    parts += facts.filter(\.0).map(\.1)
    return parts.joined(separator: ", ")
  }
}

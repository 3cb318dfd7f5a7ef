public import Netlink

/// What the kernel would do with a connection now, in the words of Apple's `NWPath`.
public struct NetworkPath: Hashable, Sendable {
  /// Whether it can be used.
  public let status: PathStatus
  /// Why not, in words; nil if it can.
  public let reason: String?
  /// The kind of radio whose being switched off explains that there is no path; nil if none does.
  public private(set) var blockedRadio: InterfaceType?
  /// The interfaces that can carry it, the preferred one first; none if the path is not satisfied.
  ///
  /// First those that the kernel chooses for IPv4 and for IPv6, then those of other usable default routes by metric.
  public private(set) var interfaces: [PathInterface] = []
  /// The types of what a connection would be sent over: those of the chosen interfaces, and of what a tunnel stands on.
  public private(set) var usedTypes: Set<InterfaceType> = []
  /// Whether the preferred interface is a tunnel, such as a VPN's.
  public private(set) var isTunnel = false
  /// Whether the preferred interface's use costs money; a tunnel's use does if that of what it stands on does.
  public private(set) var isExpensive = false
  /// Whether data is to be saved on the preferred interface.
  public private(set) var isConstrained = false
  /// Whether hardly any data may be used on the preferred interface.
  public private(set) var isUltraConstrained = false
  /// The radio technology, where the preferred interface is cellular and an override tells it.
  public private(set) var cellularType = CellularType.unknown
  /// Whether IPv4 can be used.
  public private(set) var supportsIPv4 = false
  /// Whether IPv6 can be used.
  public private(set) var supportsIPv6 = false
  /// Whether a DNS server is configured.
  public private(set) var supportsDNS = false
  /// The DNS servers; none if the path is not satisfied.
  public private(set) var nameServers: [IPAddress] = []
  /// The routers of the chosen routes and of other usable default routes, in the order of ``interfaces``.
  public private(set) var gateways: [IPAddress] = []

  /// Decides from a snapshot.
  ///
  /// - Parameter constraint: Which interfaces count. With one that leaves out what the kernel would choose, the best
  ///   default route of the rest is taken. ``InterfaceConstraint/required(_:)`` loopback needs no route.
  public init(
    _ snapshot: NetworkSnapshot, overrides: InterfaceOverrides = InterfaceOverrides(),
    constraint: InterfaceConstraint = .any
  ) {
    let verdict = PathVerdict(snapshot, overrides)
    let choice = PathChoice(verdict, snapshot, overrides, constraint)
    guard let first = (choice.chosen[.ipv4] ?? choice.chosen[.ipv6]).flatMap(verdict.link) else {
      let waits = overrides.dormantRequiresConnection && Self.waits(snapshot, verdict, constraint)
      status = waits ? .requiresConnection : .unsatisfied
      reason = choice.reason
      blockedRadio = Self.blocked(snapshot, constraint)
      return
    }
    status = .satisfied
    reason = nil
    supportsIPv4 = choice.chosen[.ipv4] != nil
    supportsIPv6 = choice.chosen[.ipv6] != nil
    interfaces = choice.interfaces.compactMap(verdict.link).map(verdict.interface)

    let carriers = choice.chosen.values.compactMap(verdict.link).flatMap { [$0] + verdict.lower($0) }
    usedTypes = Set(carriers.map(verdict.type))
    isTunnel = first.isTunnel
    let stack = [first] + verdict.lower(first)
    isExpensive = stack.contains {
      verdict.type($0) == .cellular || InterfaceOverrides.contains($0, in: overrides.expensive)
    }
    isConstrained = stack.contains { InterfaceOverrides.contains($0, in: overrides.constrained) }
    isUltraConstrained = stack.contains { InterfaceOverrides.contains($0, in: overrides.ultraConstrained) }
    cellularType =
      stack.first { verdict.type($0) == .cellular }.flatMap {
        InterfaceOverrides.value(in: overrides.cellularTypes, for: $0)
      }
      ?? .unknown
    supportsDNS = snapshot.hasNameServer
    nameServers = snapshot.nameServers
    gateways = choice.gateways
  }

  /// The path where the network can't be read at all: an attempt may work, and nothing more is known.
  public init(unreadable error: any Error) {
    status = .requiresConnection
    reason = "the network can't be read: \(error)"
  }

  /// Whether a Wi-Fi or cellular link is only waiting for its network to let it in.
  private static func waits(
    _ snapshot: NetworkSnapshot, _ verdict: PathVerdict, _ constraint: InterfaceConstraint
  ) -> Bool {
    snapshot.links.contains { link in
      let type = verdict.type(link)
      return LinkUsability(link) == .dormant && [.wifi, .cellular].contains(type) && constraint.allows(type)
    }
  }

  /// A radio that is off explains a lost path only if the caller would have used it.
  private static func blocked(_ snapshot: NetworkSnapshot, _ constraint: InterfaceConstraint) -> InterfaceType? {
    [.wifi, .cellular].first { snapshot.blockedRadios.contains($0) && constraint.allows($0) }
  }
}

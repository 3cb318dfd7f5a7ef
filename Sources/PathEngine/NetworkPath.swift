public import Netlink

/// What the kernel would do with a connection now, in the words of Apple's `NWPath`.
public struct NetworkPath: Hashable, Sendable {
  /// Whether it can be used.
  public let status: PathStatus
  /// Why not, in words; nil if it can.
  public let reason: String?
  /// The interfaces that can carry it, the preferred one first; none if the path is not satisfied.
  ///
  /// First those that the kernel chooses for IPv4 and for IPv6, then those of other usable default routes by metric.
  public let interfaces: [PathInterface]
  /// Whether the preferred interface's use costs money.
  public let isExpensive: Bool
  /// Whether data is to be saved on the preferred interface.
  public let isConstrained: Bool
  /// Whether IPv4 can be used.
  public let supportsIPv4: Bool
  /// Whether IPv6 can be used.
  public let supportsIPv6: Bool
  /// Whether a DNS server is configured.
  public let supportsDNS: Bool
  /// The routers of the chosen routes and of other usable default routes, in the order of ``interfaces``.
  public let gateways: [IPAddress]

  /// Decides from a snapshot.
  public init(_ snapshot: NetworkSnapshot, overrides: InterfaceOverrides = InterfaceOverrides()) {
    let verdict = PathVerdict(snapshot)
    var chosen: [IPAddress.Family: Int32] = [:]
    var refusals: [PathRefusal] = []
    var routers: [IPAddress] = []
    // IPv4 before IPv6, whatever the order of the canaries.
    for canary in overrides.canaries.sorted() where chosen[canary.family] == nil {
      let answer = snapshot.answers[canary]
      do {
        chosen[canary.family] = try verdict.interface(answer, canary.family)
        if case .route(let route) = answer, let gateway = route.gateway { routers.append(gateway) }
      } catch {
        refusals.append(error)
      }
    }
    supportsIPv4 = chosen[.ipv4] != nil
    supportsIPv6 = chosen[.ipv6] != nil
    guard !chosen.isEmpty else {
      let waits = overrides.dormantRequiresConnection && Self.waits(snapshot, overrides)
      status = waits ? .requiresConnection : .unsatisfied
      // A family that was never set up has no route; the other one's reason says more.
      reason = (refusals.first { $0 != .noRoute } ?? .noRoute).description
      interfaces = []
      isExpensive = false
      isConstrained = false
      supportsDNS = false
      gateways = []
      return
    }
    status = .satisfied
    reason = nil

    let defaults = Self.usableDefaults(snapshot, verdict)
    let order = Self.unique([chosen[.ipv4], chosen[.ipv6]].compactMap(\.self) + defaults.compactMap(\.interfaceIndex))
    interfaces = order.compactMap(verdict.link).map {
      PathInterface(
        name: $0.name, index: $0.index, type: InterfaceType($0, among: snapshot.links, overrides: overrides))
    }
    isExpensive = interfaces.first.map { $0.type == .cellular || overrides.expensive.contains($0.name) } ?? false
    isConstrained = interfaces.first.map { overrides.constrained.contains($0.name) } ?? false
    supportsDNS = snapshot.hasNameServer
    gateways = Self.unique(routers + defaults.compactMap(\.gateway))
  }

  /// Default routes of any table by which packets can leave, the best metric first.
  private static func usableDefaults(_ snapshot: NetworkSnapshot, _ verdict: PathVerdict) -> [RouteFacts] {
    snapshot.routes.filter { route in
      guard route.destination == nil, route.kind == .unicast else { return false }
      do {
        _ = try verdict.interface(route, route.family)
        return true
      } catch {
        return false
      }
    }.sorted { ($0.metric, $0.interfaceIndex ?? 0) < ($1.metric, $1.interfaceIndex ?? 0) }
  }

  /// Whether a Wi-Fi or cellular link is only waiting for its network to let it in.
  private static func waits(_ snapshot: NetworkSnapshot, _ overrides: InterfaceOverrides) -> Bool {
    snapshot.links.contains {
      LinkUsability($0) == .dormant
        && [.wifi, .cellular].contains(InterfaceType($0, among: snapshot.links, overrides: overrides))
    }
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}

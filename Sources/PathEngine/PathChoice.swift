internal import Netlink

/// Which interfaces carry a path, and what stands in the way where none does.
struct PathChoice {
  /// The interface of each family that can be used.
  private(set) var chosen: [IPAddress.Family: Int32] = [:]
  /// All that can carry the path, the preferred one first.
  private(set) var interfaces: [Int32] = []
  /// The routers, in the order of the interfaces.
  private(set) var gateways: [IPAddress] = []
  private var refusals: [PathRefusal] = []

  init(
    _ verdict: PathVerdict, _ snapshot: NetworkSnapshot, _ overrides: InterfaceOverrides,
    _ constraint: InterfaceConstraint
  ) {
    if constraint == .required(.loopback) {
      chooseLoopback(snapshot)
      return
    }
    func allows(_ index: Int32) -> Bool {
      guard constraint != .any, let link = verdict.link(index) else { return true }
      if case .named(let name) = constraint { return link.name == name }
      // A tunnel over Wi-Fi is used by who requires "other", and not by who prohibits Wi-Fi.
      if case .prohibited = constraint, verdict.lower(link).contains(where: { !constraint.allows(verdict.type($0)) }) {
        return false
      }
      return constraint.allows(verdict.type(link))
    }
    var routers: [IPAddress] = []
    // IPv4 before IPv6, whatever the order of the canaries.
    for canary in overrides.canaries.sorted() where chosen[canary.family] == nil {
      let answer = snapshot.answers[canary]
      do throws(PathRefusal) {
        let index = try verdict.interface(answer, canary.family)
        guard allows(index) else { throw .notAllowed }
        chosen[canary.family] = index
        if case .route(let route) = answer, let gateway = route.gateway { routers.append(gateway) }
      } catch {
        refusals.append(error)
      }
    }
    let defaults = Self.usableDefaults(snapshot, verdict).filter { $0.interfaceIndex.map(allows) ?? false }
    if constraint != .any {
      for route in defaults where chosen[route.family] == nil { chosen[route.family] = route.interfaceIndex }
    }
    guard !chosen.isEmpty else { return }
    interfaces = Self.unique([chosen[.ipv4], chosen[.ipv6]].compactMap(\.self) + defaults.compactMap(\.interfaceIndex))
    gateways = Self.unique(routers + defaults.compactMap(\.gateway))
  }

  /// Loopback has no default route: an own address is all it takes.
  private mutating func chooseLoopback(_ snapshot: NetworkSnapshot) {
    for link in snapshot.links where link.flags.contains(.loopback) {
      guard LinkUsability(link) == .usable else {
        refusals.append(.link(name: link.name, LinkUsability(link)))
        continue
      }
      for address in snapshot.addresses where address.interfaceIndex == link.index && address.prefix.address.isLoopback
      {
        chosen[address.prefix.address.family] = link.index
      }
      interfaces = chosen.isEmpty ? [] : [link.index]
    }
  }

  /// A family that was never set up has no route; the other one's reason says more.
  var reason: String { (refusals.first { $0 != .noRoute } ?? .noRoute).description }

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

  /// Whether packets can leave by any default route.
  static func hasUsableDefault(_ snapshot: NetworkSnapshot, _ verdict: PathVerdict) -> Bool {
    !usableDefaults(snapshot, verdict).isEmpty
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}

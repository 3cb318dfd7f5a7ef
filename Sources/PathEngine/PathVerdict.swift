internal import Netlink

/// Finds out of a snapshot which interface carries a packet.
struct PathVerdict {
  private let snapshot: NetworkSnapshot
  private let overrides: InterfaceOverrides
  private let links: [Int32: LinkFacts]
  private let sources: [AddressFacts]
  private let loopbacks: Set<Int32>

  init(_ snapshot: NetworkSnapshot, _ overrides: InterfaceOverrides) {
    self.snapshot = snapshot
    self.overrides = overrides
    links = Dictionary(snapshot.links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    sources = snapshot.addresses.filter(\.isUsable)
    loopbacks = Set(snapshot.links.filter { $0.flags.contains(.loopback) }.map(\.index))
  }

  func link(_ index: Int32) -> LinkFacts? { links[index] }

  func type(_ link: LinkFacts) -> InterfaceType {
    InterfaceType(link, among: snapshot.links, overrides: overrides, deviceTypes: snapshot.deviceTypes)
  }

  func interface(_ link: LinkFacts) -> PathInterface {
    PathInterface(name: link.name, index: link.index, type: type(link))
  }

  /// The interface of the route that the kernel answered with, if packets can leave by it.
  func interface(_ answer: NetworkSnapshot.RouteAnswer?, _ family: IPAddress.Family) throws(PathRefusal) -> Int32 {
    switch answer {
    case nil: throw .noRoute
    case .refused(let code): throw PathRefusal(code: code)
    case .route(let route): return try interface(route, family)
    }
  }

  /// The interface of a route, if packets can leave by it.
  ///
  /// - Parameter toLinkLocal: The destination is on the link itself, where an fe80::/10 source does.
  func interface(
    _ route: RouteFacts, _ family: IPAddress.Family, toLinkLocal: Bool = false
  ) throws(PathRefusal) -> Int32 {
    switch route.kind {
    case .unicast, .local: break
    case .unreachable: throw .unreachable
    case .blackhole: throw .blackhole
    case .prohibit: throw .prohibited
    default: throw .noRoute
    }
    guard let index = route.interfaceIndex else { throw .noInterface }
    guard let link = links[index] else { throw .gone(index: index) }
    let usability = LinkUsability(link)
    guard usability == .usable else { throw .link(name: link.name, usability) }
    // After a carrier loss the route stays and the look-up still succeeds; only this flag tells.
    guard !route.isLinkDown, !route.isDead else { throw .link(name: link.name, .noCarrier) }
    let isOnLink =
      toLinkLocal
      && sources.contains {
        $0.interfaceIndex == index && $0.prefix.address.family == family
      }
    guard route.kind == .local || isOnLink || hasSource(route, family, index) else { throw .noSource(name: link.name) }
    if link.isTunnel, case .dead = underlay(of: link) { throw .noUnderlay(name: link.name) }
    return index
  }

  /// An address of the interface, the one that the route prefers, or a global one on loopback (unnumbered links).
  private func hasSource(_ route: RouteFacts, _ family: IPAddress.Family, _ index: Int32) -> Bool {
    sources.contains { source in
      source.prefix.address.family == family && source.isGlobalSource
        && (source.interfaceIndex == index || source.prefix.address == route.preferredSource
          || loopbacks.contains(source.interfaceIndex))
    }
  }

  /// What a tunnel's own packets leave by, as far as it can be seen.
  enum Underlay: Hashable {
    /// Nothing in this namespace: the tunnel was moved here, its socket is elsewhere.
    case elsewhere
    /// There are links, but none that is usable.
    case dead
    /// This link.
    case link(Int32)
  }

  /// `IFLA_LINK` where the kernel tells it; else the usable link of the best route with a gateway, else any usable one.
  ///
  /// The peer of a tunnel made by a program is not known to the kernel's routing, so this can't be exact.
  func underlay(of tunnel: LinkFacts) -> Underlay {
    if let peer = tunnel.peerIndex, peer > 0, tunnel.peerNamespaceID == nil, let lower = links[peer] {
      return isUsable(lower) ? .link(peer) : .dead
    }
    let candidates = snapshot.links.filter {
      $0.index != tunnel.index && !$0.isTunnel && [.wifi, .cellular, .wiredEthernet].contains(type($0))
    }
    guard !candidates.isEmpty else { return .elsewhere }
    let usable = Set(candidates.filter(isUsable).map(\.index))
    let routed = snapshot.routes.filter { $0.kind == .unicast && $0.gateway != nil && !$0.isLinkDown && !$0.isDead }
      .sorted { $0.metric < $1.metric }.compactMap(\.interfaceIndex).first(where: usable.contains)
    // A bridge or veth without a way out is a container's, not what the tunnel stands on.
    let direct = candidates.first { usable.contains($0.index) && !["bridge", "veth"].contains($0.kind) }?.index
    return (routed ?? direct).map(Underlay.link) ?? .dead
  }

  /// The link that a tunnel stands on, as far as it can be seen; none for what is no tunnel.
  func lower(_ link: LinkFacts) -> [LinkFacts] {
    guard link.isTunnel, case .link(let index) = underlay(of: link), let lower = links[index] else { return [] }
    return [lower]
  }

  /// Whether a Wi-Fi or wired interface is usable and has an IPv4 address.
  var hasLocalNetwork: Bool {
    snapshot.links.contains { link in
      [.wifi, .wiredEthernet].contains(type(link)) && LinkUsability(link) == .usable
        && sources.contains { $0.interfaceIndex == link.index && $0.prefix.address.family == .ipv4 }
    }
  }

  private func isUsable(_ link: LinkFacts) -> Bool {
    LinkUsability(link) == .usable && sources.contains { $0.interfaceIndex == link.index && $0.isGlobalSource }
  }
}

internal import Netlink

/// Finds out of a snapshot which interface carries a packet.
struct PathVerdict {
  private let links: [Int32: LinkFacts]
  private let sources: [AddressFacts]
  private let loopbacks: Set<Int32>

  init(_ snapshot: NetworkSnapshot) {
    links = Dictionary(snapshot.links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    sources = snapshot.addresses.filter(\.isUsable)
    loopbacks = Set(snapshot.links.filter { $0.flags.contains(.loopback) }.map(\.index))
  }

  func link(_ index: Int32) -> LinkFacts? { links[index] }

  /// The interface of the route that the kernel answered with, if packets can leave by it.
  func interface(_ answer: NetworkSnapshot.RouteAnswer?, _ family: IPAddress.Family) throws(PathRefusal) -> Int32 {
    switch answer {
    case nil: throw .noRoute
    case .refused(let code): throw PathRefusal(code: code)
    case .route(let route): return try interface(route, family)
    }
  }

  /// The interface of a route, if packets can leave by it.
  func interface(_ route: RouteFacts, _ family: IPAddress.Family) throws(PathRefusal) -> Int32 {
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
    guard route.kind == .local || hasSource(route, family, index) else { throw .noSource(name: link.name) }
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
}

internal import Netlink

extension NetworkSnapshot {
  /// Takes over what an event tells of links, addresses and default routes, which is all that paths are decided from beside
  /// the kernel's answers. IPv4 routes that go without an event stay.
  mutating func take(_ event: NetlinkEvent) {
    switch event {
    case .linkChanged(let link): Self.put(link, into: &links) { $0.index == link.index }
    case .linkRemoved(let link): links.removeAll { $0.index == link.index }
    case .addressChanged(let address): Self.put(address, into: &addresses) { Self.isSame($0, address) }
    case .addressRemoved(let address): addresses.removeAll { Self.isSame($0, address) }
    case .routeChanged(let route) where route.destination == nil && !route.isCached:
      Self.put(route, into: &routes) { Self.isSame($0, route) }
    case .routeRemoved(let route) where route.destination == nil: routes.removeAll { Self.isSame($0, route) }
    default: break
    }
  }

  private static func put<Fact>(_ new: Fact, into facts: inout [Fact], _ isSame: (Fact) -> Bool) {
    guard let place = facts.firstIndex(where: isSame) else { return facts.append(new) }
    facts[place] = new
  }

  private static func isSame(_ a: AddressFacts, _ b: AddressFacts) -> Bool {
    a.interfaceIndex == b.interfaceIndex && a.prefix == b.prefix
  }

  private static func isSame(_ a: RouteFacts, _ b: RouteFacts) -> Bool {
    a.family == b.family && a.destination == b.destination && a.table == b.table && a.metric == b.metric
      && a.kind == b.kind && a.gateway == b.gateway && a.interfaceIndex == b.interfaceIndex
  }
}

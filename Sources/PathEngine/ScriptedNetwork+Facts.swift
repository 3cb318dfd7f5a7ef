internal import Netlink

extension ScriptedNetwork {
  private static let loopback = LinkFacts(
    index: 1, name: "lo", hardwareType: 772, flags: [.up, .running, .lowerUp, .loopback])

  /// Everything as the kernel would show it, with the answers for the canaries.
  static func snapshot(_ state: inout State) -> NetworkSnapshot {
    let present = Set(state.facts.interfaces.map(\.name))
    state.numbers = state.numbers.filter { present.contains($0.key) }
    var snapshot = NetworkSnapshot(
      links: [loopback],
      addresses: ["127.0.0.1/8", "::1/128"].compactMap(IPPrefix.init).map {
        AddressFacts(interfaceIndex: 1, prefix: $0, scope: 254)
      }, hasNameServer: !state.facts.nameServers.isEmpty, nameServers: state.facts.nameServers,
      blockedRadios: state.facts.blockedRadios)
    for interface in state.facts.interfaces {
      let index = state.number(of: interface.name)
      snapshot.links.append(interface.link(index))
      snapshot.addresses += interface.addressFacts(index)
      snapshot.routes += interface.routes(index)
    }
    for canary in InterfaceOverrides().canaries { snapshot.answers[canary] = snapshot.lookUp(canary) }
    state.snapshot = snapshot
    return snapshot
  }

  /// What the kernel would announce. Its IPv4 routes go without a word.
  static func events(from old: NetworkSnapshot, to new: NetworkSnapshot) -> [NetlinkEvent] {
    let links = new.links.filter { !old.links.contains($0) }.map(NetlinkEvent.linkChanged)
    let goneLinks = old.links.filter { link in !new.links.contains { $0.index == link.index } }
      .map(NetlinkEvent.linkRemoved)
    let addresses = new.addresses.filter { !old.addresses.contains($0) }.map(NetlinkEvent.addressChanged)
    let goneAddresses = old.addresses.filter { !new.addresses.contains($0) }.map(NetlinkEvent.addressRemoved)
    // A carrier that goes marks routes and says nothing of it.
    func isKnown(_ route: RouteFacts, _ routes: [RouteFacts]) -> Bool {
      var route = route
      return routes.contains {
        route.flags = $0.flags
        return $0 == route
      }
    }
    let routes = new.routes.filter { !isKnown($0, old.routes) }.map(NetlinkEvent.routeChanged)
    let goneRoutes = old.routes.filter { $0.family == .ipv6 && !isKnown($0, new.routes) }
      .map(NetlinkEvent.routeRemoved)
    return links + goneAddresses + goneRoutes + goneLinks + addresses + routes
  }
}

extension ScriptedNetwork.State {
  mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    lastNumber += 1
    numbers[name] = lastNumber
    return lastNumber
  }
}

internal import Netlink

/// Puts kernel events into words, with what was known before of the same object.
struct EventDescriber {
  /// What makes two events be about the same address or route.
  private enum Key: Hashable {
    case address(Int32, IPAddress)
    case route(IPAddress.Family, IPPrefix?, table: UInt32, metric: UInt32, gateway: IPAddress?, interface: Int32?)

    init(_ address: AddressFacts) { self = .address(address.interfaceIndex, address.prefix.address) }
    init(_ route: RouteFacts) {
      self = .route(
        route.family, route.destination, table: route.table, metric: route.metric, gateway: route.gateway,
        interface: route.interfaceIndex)
    }
  }

  private var links: [Int32: LinkFacts] = [:]
  private var states: [Key: String] = [:]

  init(_ snapshot: NetworkSnapshot) { learn(snapshot) }

  /// Takes over everything as it is: at the start, and after events were lost.
  mutating func learn(_ snapshot: NetworkSnapshot) {
    links = Dictionary(snapshot.links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    states = [:]
    for address in snapshot.addresses { states[Key(address)] = Self.state(address) }
    for route in snapshot.routes { states[Key(route)] = Self.state(route) }
  }

  /// Forgets routes that are gone: the kernel takes IPv4 ones away without an event. The rest stays as events told it,
  /// since a snapshot may be ahead of events that are still to be read.
  mutating func forgetRoutes(missingFrom snapshot: NetworkSnapshot) {
    let present = Set(snapshot.routes.map(Key.init))
    states = states.filter { key, _ in
      if case .address = key { return true }
      return present.contains(key)
    }
  }

  mutating func describe(_ event: NetlinkEvent, at time: Int64) -> TimedEvent {
    let (what, before, after): (String, String?, String?) =
      switch event {
      case .linkChanged(let link): describe(link)
      case .linkRemoved(let link): (link.name, links.removeValue(forKey: link.index).map(Self.state), nil)
      case .addressChanged(let address): update(name(address), Key(address), Self.state(address))
      case .addressRemoved(let address): update(name(address), Key(address), nil)
      case .routeChanged(let route): update(name(route), Key(route), Self.state(route))
      case .routeRemoved(let route): update(name(route), Key(route), nil)
      case .qdiscChanged(let qdisc): (name(qdisc), nil, qdisc.kind)
      case .qdiscRemoved(let qdisc): (name(qdisc), qdisc.kind, nil)
      case .overrun: ("events were lost, everything is read again", nil, nil)
      // RTM_NEWRULE and RTM_DELRULE.
      case .other(32): ("a policy rule", nil, "added")
      case .other(33): ("a policy rule", "there", nil)
      // RTM_NEWNEXTHOP and RTM_DELNEXTHOP.
      case .other(104): ("a next hop", nil, "set")
      case .other(105): ("a next hop", "there", nil)
      case .other(let type): ("message type \(type)", nil, nil)
      }
    return TimedEvent(time: time, event: event, what: what, before: before, after: after)
  }

  private mutating func update(_ what: String, _ key: Key, _ after: String?) -> (String, String?, String?) {
    let before = states[key]
    states[key] = after
    return (what, before, after)
  }

  /// Of a link that was known only what is different, such as `carrier on` and `carrier off`.
  private mutating func describe(_ link: LinkFacts) -> (String, String?, String?) {
    guard let old = links.updateValue(link, forKey: link.index) else { return (link.name, nil, Self.state(link)) }
    let differences = zip(Self.aspects(old), Self.aspects(link)).filter { $0 != $1 }
    guard !differences.isEmpty else { return (link.name, Self.state(old), Self.state(link)) }
    return (
      link.name, differences.map(\.0).joined(separator: ", "), differences.map(\.1).joined(separator: ", ")
    )
  }

  private func name(_ index: Int32?) -> String {
    guard let index else { return "no interface" }
    return links[index]?.name ?? "interface \(index)"
  }

  private func name(_ address: AddressFacts) -> String { "\(address.prefix) on \(name(address.interfaceIndex))" }

  private func name(_ qdisc: QdiscFacts) -> String { "qdisc \(qdisc.handle) of \(name(qdisc.interfaceIndex))" }

  private func name(_ route: RouteFacts) -> String {
    let destination = route.destination?.description ?? (route.family == .ipv4 ? "default" : "default (IPv6)")
    let via = route.gateway.map { " via \($0)" } ?? ""
    let metric = route.metric == 0 ? "" : " metric \(route.metric)"
    let table =
      switch route.table {
      case 254: ""  // RT_TABLE_MAIN
      case 255: " table local"  // RT_TABLE_LOCAL
      default: " table \(route.table)"
      }
    return "\(destination)\(via) dev \(name(route.interfaceIndex))\(metric)\(table)"
  }

  private static func state(_ link: LinkFacts) -> String { aspects(link).dropFirst().prefix(3).joined(separator: ", ") }

  private static func aspects(_ link: LinkFacts) -> [String] {
    [
      "name \(link.name)", link.flags.contains(.up) ? "up" : "down",
      link.flags.contains(.lowerUp) ? "carrier on" : "carrier off", "state \(link.operationalState)",
      "mtu \(link.mtu)", "master \(link.masterIndex.map(String.init) ?? "none")",
    ]
  }

  private static func state(_ address: AddressFacts) -> String {
    address.dadFailed ? "duplicate" : address.isTentative ? "tentative" : address.isDeprecated ? "deprecated" : "usable"
  }

  private static func state(_ route: RouteFacts) -> String {
    "\(route.kind)" + (route.isDead ? ", dead" : route.isLinkDown ? ", link down" : "")
  }
}

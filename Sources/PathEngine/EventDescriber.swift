internal import Netlink

/// Puts kernel events into words, with what was known before of the same object.
struct EventDescriber {
  private var links: [Int32: LinkFacts]
  private var states: [String: String] = [:]

  init(_ snapshot: NetworkSnapshot) {
    links = Dictionary(snapshot.links.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for link in snapshot.links { states[link.name] = Self.state(link) }
    for address in snapshot.addresses { states[what(address)] = Self.state(address) }
    for route in snapshot.routes { states[what(route)] = Self.state(route) }
  }

  mutating func describe(_ event: NetlinkEvent, at time: Int64) -> TimedEvent {
    let what: String
    var after: String?
    switch event {
    case .linkChanged(let link):
      links[link.index] = link
      what = link.name
      after = Self.state(link)
    case .linkRemoved(let link):
      links[link.index] = nil
      what = link.name
    case .addressChanged(let address):
      what = self.what(address)
      after = Self.state(address)
    case .addressRemoved(let address): what = self.what(address)
    case .routeChanged(let route):
      what = self.what(route)
      after = Self.state(route)
    case .routeRemoved(let route): what = self.what(route)
    case .qdiscChanged(let qdisc):
      what = "qdisc \(qdisc.handle) of \(name(qdisc.interfaceIndex))"
      after = qdisc.kind
    case .qdiscRemoved(let qdisc): what = "qdisc \(qdisc.handle) of \(name(qdisc.interfaceIndex))"
    case .overrun: what = "events were lost, everything is read again"
    case .other(let type): what = "message type \(type)"
    }
    let before = states[what]
    states[what] = after
    return TimedEvent(time: time, event: event, what: what, before: before, after: after)
  }

  private func name(_ index: Int32?) -> String {
    guard let index else { return "no interface" }
    return links[index]?.name ?? "interface \(index)"
  }

  private func what(_ address: AddressFacts) -> String { "\(address.prefix) on \(name(address.interfaceIndex))" }

  private func what(_ route: RouteFacts) -> String {
    let via = route.gateway.map { " via \($0)" } ?? ""
    let family = route.destination == nil ? (route.family == .ipv4 ? "default" : "default (IPv6)") : ""
    return "\(route.destination?.description ?? family)\(via) dev \(name(route.interfaceIndex))"
  }

  private static func state(_ link: LinkFacts) -> String {
    let carrier = link.flags.contains(.lowerUp) ? "carrier" : "no carrier"
    return "\(link.flags.contains(.up) ? "up" : "down"), \(carrier), \(link.operationalState)"
  }

  private static func state(_ address: AddressFacts) -> String {
    address.dadFailed ? "duplicate" : address.isTentative ? "tentative" : address.isDeprecated ? "deprecated" : "usable"
  }

  private static func state(_ route: RouteFacts) -> String {
    "\(route.kind), metric \(route.metric)" + (route.isDead ? ", dead" : route.isLinkDown ? ", link down" : "")
  }
}

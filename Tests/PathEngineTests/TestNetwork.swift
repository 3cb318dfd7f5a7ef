import Netlink
import PathEngine

/// Facts of a client on a small network, for tables: wlan0 is link 2, eth0 is link 3.
enum TestNetwork {
  static let usable: LinkFlags = [.up, .running, .lowerUp]
  static let v4 = ip("203.0.113.1")
  static let v6 = ip("2001:db8::1")

  static func ip(_ text: String) -> IPAddress {
    guard let address = IPAddress(text) else { preconditionFailure("\(text) is no address") }
    return address
  }

  static func prefix(_ text: String) -> IPPrefix {
    guard let prefix = IPPrefix(text) else { preconditionFailure("\(text) is no prefix") }
    return prefix
  }

  static func link(
    _ index: Int32, _ name: String, kind: String? = "veth", _ flags: LinkFlags = usable,
    _ state: OperationalState = .up
  ) -> LinkFacts {
    LinkFacts(index: index, name: name, kind: kind, flags: flags, operationalState: state)
  }

  static let loopback = LinkFacts(
    index: 1, name: "lo", hardwareType: 772, flags: [.up, .running, .lowerUp, .loopback], operationalState: .unknown)

  static func address(_ text: String, on index: Int32 = 2, flags: UInt32 = 0) -> AddressFacts {
    AddressFacts(interfaceIndex: index, prefix: prefix(text), flags: flags)
  }

  /// A default route; without a gateway as on a point-to-point link.
  static func route(
    _ family: IPAddress.Family, via gateway: String? = nil, dev index: Int32? = 2, metric: UInt32 = 0,
    kind: RouteFacts.Kind = .unicast, flags: UInt32 = 0
  ) -> RouteFacts {
    RouteFacts(
      family: family, kind: kind, metric: metric, gateway: gateway.map(ip), interfaceIndex: index, flags: flags)
  }

  static let route4 = route(.ipv4, via: "192.0.2.1")
  static let route6 = route(.ipv6, via: "2001:db8:1::1", metric: 1024)

  /// wlan0 with both families, all of it usable.
  static let healthy = NetworkSnapshot(
    links: [loopback, link(2, "wlan0")],
    addresses: [
      address("127.0.0.1/8", on: 1), address("::1/128", on: 1), address("192.0.2.2/24"), address("2001:db8:1::2/64"),
      address("fe80::2/64"),
    ],
    routes: [route4, route6], answers: [v4: .route(route4), v6: .route(route6)], hasNameServer: true)

  /// The healthy network after a change.
  static func changed(_ change: (inout NetworkSnapshot) -> Void) -> NetworkSnapshot {
    var snapshot = healthy
    change(&snapshot)
    return snapshot
  }

  /// The healthy network with another answer to both look-ups, and no default routes but those answers.
  static func answering(
    _ answer4: NetworkSnapshot.RouteAnswer, _ answer6: NetworkSnapshot.RouteAnswer
  ) -> NetworkSnapshot {
    changed { snapshot in
      snapshot.answers = [v4: answer4, v6: answer6]
      snapshot.routes = [answer4, answer6].compactMap { if case .route(let route) = $0 { route } else { nil } }
    }
  }

  /// As the kernel has it after the far end of wlan0 went down: routes stay, the look-up still succeeds.
  static let carrierLost = changed { snapshot in
    let linkDown: UInt32 = 0x10  // RTNH_F_LINKDOWN
    snapshot.links[1] = link(2, "wlan0", [.up], .lowerLayerDown)
    let routes = [route(.ipv4, via: "192.0.2.1", flags: linkDown), route(.ipv6, via: "2001:db8:1::1", flags: linkDown)]
    snapshot.routes = routes
    snapshot.answers = [v4: .route(routes[0]), v6: .route(routes[1])]
  }
}

import Netlink
import Testing

@testable import PathEngine

@Suite("The route that a snapshot gives")
struct LookUpTests {
  static let routes: [RouteFacts] = [
    TestNetwork.route(.ipv4, via: "192.0.2.1", metric: 200), TestNetwork.route(.ipv4, dev: 3, metric: 100),
    RouteFacts(family: .ipv4, destination: IPPrefix("192.0.2.0/24"), interfaceIndex: 2),
    RouteFacts(family: .ipv4, destination: IPPrefix("198.51.100.0/25"), kind: .blackhole),
    RouteFacts(family: .ipv4, destination: IPPrefix("198.51.100.128/25"), kind: .unreachable),
    RouteFacts(family: .ipv4, destination: IPPrefix("198.51.100.130/32"), kind: .prohibit),
    RouteFacts(family: .ipv6, destination: IPPrefix("2001:db8:1::/64"), interfaceIndex: 2),
  ]

  @Test(
    "is the longest prefix, and of equal ones the lowest metric",
    arguments: [
      ("203.0.113.1", 3), ("192.0.2.7", 2), ("192.0.3.7", 3), ("2001:db8:1::9", 2), ("127.0.0.1", 1), ("192.0.2.2", 1),
    ] as [(String, Int32)])
  func route(_ address: String, _ interface: Int32) throws {
    let snapshot = TestNetwork.changed { $0.routes = Self.routes }
    guard case .route(let route) = snapshot.lookUp(TestNetwork.ip(address)) else {
      Issue.record("no route to \(address)")
      return
    }
    #expect(route.interfaceIndex == interface)
    #expect((route.kind == .local) == (interface == 1))
  }

  @Test(
    "is refused with the kernel's numbers",
    arguments: [
      ("198.51.100.1", 22), ("198.51.100.129", 113), ("198.51.100.130", 13), ("2001:db8:2::1", 101),
    ] as [(String, Int32)])
  func refused(_ address: String, _ code: Int32) {
    let snapshot = TestNetwork.changed { $0.routes = Self.routes }
    #expect(snapshot.lookUp(TestNetwork.ip(address)) == .refused(code))
  }

  @Test("of several next hops is one that has a carrier")
  func hops() {
    let dead = TestNetwork.route(.ipv4, via: "192.0.2.1", flags: 0x10)  // RTNH_F_LINKDOWN
    let alive = TestNetwork.route(.ipv4, via: "10.0.0.1", dev: 3)
    #expect(TestNetwork.changed { $0.routes = [dead, alive] }.lookUp(TestNetwork.v4) == .route(alive))
    #expect(TestNetwork.changed { $0.routes = [dead] }.lookUp(TestNetwork.v4) == .route(dead))
  }

  @Test("overrides are read from text, whole or not at all")
  func overrides() {
    let read = InterfaceOverrides(description: "wlan0=wifi wwan0=cellular,expensive,LTE eth0=constrained")
    #expect(
      read
        == InterfaceOverrides(
          types: ["wlan0": .wifi, "wwan0": .cellular], expensive: ["wwan0"], constrained: ["eth0"],
          cellularTypes: ["wwan0": .lte]))
    #expect(InterfaceOverrides(description: "") == InterfaceOverrides())
    for text in ["wlan0", "wlan0=", "wlan0=radio", "wlan0=wifi eth0"] {
      #expect(InterfaceOverrides(description: text) == nil, "\(text)")
    }
    #expect(
      InterfaceOverrides.complaint(about: "lo=loopback eth0=wlan x") == """
        Warning: LINKCOND_INTERFACES is ignored: 'eth0=wlan' is not like 'wlan0=wifi' or 'wwan0=cellular,expensive,LTE'. \
        Allowed behind the = are other, wifi, cellular, wiredEthernet, loopback, expensive, constrained, \
        ultraConstrained, unknown, 2G, 3G, LTE, NR.

        """)
  }
}

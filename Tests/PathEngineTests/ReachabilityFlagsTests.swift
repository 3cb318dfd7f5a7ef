import Netlink
import PathEngine
import Testing

/// Flags as functions of facts.
@Suite("Reachability flags")
struct ReachabilityFlagsTests {
  typealias Facts = ScriptedNetwork.Facts

  /// The flags of an address on a script, as letters.
  private func letters(_ address: String, _ interfaces: [ScriptedInterface]) throws -> String {
    let script = try ScriptedNetwork(interfaces)
    return try FlagsMonitor(.address(TestNetwork.ip(address)), network: script.network).flags().description
  }

  @Test(
    "of addresses on Wi-Fi",
    arguments: [
      ("0.0.0.0", "-R -------"), ("::", "-R -------"), ("203.0.113.9", "-R -------"), ("2001:db8:9::9", "-R -------"),
      // On the own network there is no router between.
      ("192.0.2.77", "-R ------d"), ("2001:db8:1::77", "-R ------d"),
      ("192.0.2.2", "-R -----l-"), ("127.0.0.1", "-R -----l-"), ("::1", "-R -----l-"),
      ("169.254.0.0", "-R ------d"),
    ])
  func wifi(_ address: String, _ expected: String) throws { #expect(try letters(address, [.wifi()]) == expected) }

  @Test(
    "of addresses on a mobile network: no local network",
    arguments: [
      ("0.0.0.0", "WR -t-----"), ("203.0.113.9", "WR -t-----"), ("198.51.100.77", "WR -t----d"),
      ("169.254.0.0", "-- -------"), ("127.0.0.1", "-R -----l-"),
    ])
  func cellular(_ address: String, _ expected: String) throws {
    #expect(try letters(address, [.cellular()]) == expected)
  }

  @Test("of a VPN: transient, and a mobile one if it stands on that")
  func tunnel() throws {
    #expect(try letters("0.0.0.0", [.wifi(), .tunnel()]) == "-R -t-----")
    #expect(try letters("203.0.113.9", [.wifi(), .tunnel()]) == "-R -t----d")
    #expect(try letters("0.0.0.0", [.cellular(), .tunnel()]) == "WR -t-----")
    // Transient follows the route: Wi-Fi's own network is not behind the VPN.
    #expect(try letters("192.0.2.77", [.wifi(), .tunnel()]) == "-R ------d")
  }

  @Test("of a VPN over nothing: none")
  func deadTunnel() throws {
    var wifi = ScriptedInterface.wifi()
    wifi.hasCarrier = false
    #expect(try letters("0.0.0.0", [wifi, .tunnel()]) == "-- -------")
    #expect(try letters("203.0.113.9", [wifi, .tunnel()]) == "-- -------")
  }

  @Test("without a carrier none, although the kernel still answers with the route")
  func carrier() throws {
    var wifi = ScriptedInterface.wifi()
    wifi.hasCarrier = false
    for address in ["0.0.0.0", "203.0.113.9", "192.0.2.77", "169.254.0.0"] {
      #expect(try letters(address, [wifi]) == "-- -------", "\(address)")
    }
  }

  @Test("zero is either family, an address of a family without a route is not reachable")
  func families() throws {
    var wifi = ScriptedInterface.wifi()
    wifi.addresses.removeAll { $0.address.family == .ipv4 }
    wifi.gateways.removeAll { $0.family == .ipv4 }
    #expect(try letters("0.0.0.0", [wifi]) == "-R -------")
    #expect(try letters("203.0.113.9", [wifi]) == "-- -------")
    #expect(try letters("2001:db8:9::9", [wifi]) == "-R -------")
  }

  @Test("of a path that requires a connection")
  func requires() throws {
    var wifi = ScriptedInterface.wifi()
    wifi.isDormant = true
    let script = try ScriptedNetwork([wifi])
    script.change { $0.dormantRequiresConnection = true }
    #expect(
      try FlagsMonitor(.address(TestNetwork.ip("0.0.0.0")), network: script.network).flags().description == "-R ct-----"
    )
    #expect(try FlagsMonitor(.name("origin.test"), network: script.network).flags().description == "-R ct-----")
  }

  @Test(
    "of a name: the Internet's while nobody knows, none without addresses, else the best address's",
    arguments: [
      (nil, "-R -------"), ([], "-- -------"), (["198.51.100.9", "192.0.2.77"], "-R -------"),
      (["192.0.2.77", "198.51.100.9"], "-R ------d"), (["2001:db8:9::9"], "-- -------"),
      (["2001:db8:9::9", "127.0.0.1"], "-R -----l-"),
    ] as [([String]?, String)])
  func name(_ addresses: [String]?, _ expected: String) throws {
    let snapshot = TestNetwork.changed { snapshot in
      snapshot.routes = [
        TestNetwork.route4, RouteFacts(family: .ipv4, destination: IPPrefix("192.0.2.0/24"), interfaceIndex: 2),
      ]
      snapshot.answers[TestNetwork.v6] = .refused(101)
    }
    let resolved = addresses.map { ResolvedName(addresses: $0.map(TestNetwork.ip)) }
    let flags = ReachabilityFlags(name: resolved, snapshot, overrides: InterfaceOverrides()) { snapshot.lookUp($0) }
    #expect(flags.description == expected)
  }

  @Test("a group and a broadcast are direct, a blackhole is nothing")
  func kinds() {
    func flags(_ kind: RouteFacts.Kind) -> ReachabilityFlags {
      let route = TestNetwork.route(.ipv4, via: nil, kind: kind)
      return ReachabilityFlags(
        address: TestNetwork.ip("192.0.2.255"), answer: .route(route), TestNetwork.healthy,
        overrides: InterfaceOverrides())
    }
    #expect(flags(.broadcast) == [.reachable, .isDirect])
    #expect(flags(.multicast) == [.reachable, .isDirect])
    #expect(flags(.blackhole) == [])
  }

  @Test("an own address must be this machine's")
  func pair() throws {
    let script = try ScriptedNetwork([.wifi()])
    func flags(_ own: String, _ remote: String?) throws -> ReachabilityFlags {
      try FlagsMonitor(.from(TestNetwork.ip(own), to: remote.map(TestNetwork.ip)), network: script.network).flags()
    }
    #expect(try flags("192.0.2.2", nil) == .reachable)
    #expect(try flags("192.0.2.3", nil) == [])
    #expect(try flags("192.0.2.2", "203.0.113.9") == .reachable)
    #expect(try flags("192.0.2.3", "203.0.113.9") == [])
  }

  @Test(
    "a host is a name or an address, and no URL",
    arguments: [
      ("origin.test", .name("origin.test")), ("localhost", .name("localhost")),
      ("192.0.2.1", .address(TestNetwork.ip("192.0.2.1"))), ("::1", .address(TestNetwork.ip("::1"))),
      ("fe80::1%wlan0", .address(TestNetwork.ip("fe80::1"))), ("bücher.test", .name("bücher.test")),
      ("", nil), ("https://origin.test", nil), ("origin.test/", nil), ("origin.test:80", nil), ("a b", nil),
      ("user@origin.test", nil), ("a\u{0}b", nil),
    ] as [(String, ReachabilityTarget?)])
  func hosts(_ text: String, _ expected: ReachabilityTarget?) { #expect(ReachabilityTarget(host: text) == expected) }
}

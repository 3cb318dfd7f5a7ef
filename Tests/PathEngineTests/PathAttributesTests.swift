import Netlink
import PathEngine
import Testing

@Suite("What a path says beside its status")
struct PathAttributesTests {
  /// wlan0 and eth0, each with a default route of its own metric.
  static func twoDefaults(wlan: UInt32, eth: UInt32) -> NetworkSnapshot {
    TestNetwork.changed { snapshot in
      snapshot.links.append(TestNetwork.link(3, "eth0"))
      snapshot.addresses.append(TestNetwork.address("198.51.100.2/24", on: 3))
      let overWlan = TestNetwork.route(.ipv4, via: "192.0.2.1", dev: 2, metric: wlan)
      let overEth = TestNetwork.route(.ipv4, via: "198.51.100.1", dev: 3, metric: eth)
      snapshot.routes = [overWlan, overEth]
      snapshot.answers = [
        TestNetwork.v4: .route(wlan < eth ? overWlan : overEth), TestNetwork.v6: .refused(101),
      ]
    }
  }

  @Test("of two defaults the lower metric comes first", arguments: [(100 as UInt32, 200 as UInt32), (200, 100)])
  func order(wlan: UInt32, eth: UInt32) {
    let path = NetworkPath(Self.twoDefaults(wlan: wlan, eth: eth))
    let names = wlan < eth ? ["wlan0", "eth0"] : ["eth0", "wlan0"]
    let routers = wlan < eth ? ["192.0.2.1", "198.51.100.1"] : ["198.51.100.1", "192.0.2.1"]
    #expect(path.interfaces.map(\.name) == names)
    #expect(path.gateways.map(\.description) == routers)
  }

  @Test("the second default of a path without carrier is not shown, and not taken for the way out")
  func deadSecond() {
    var snapshot = Self.twoDefaults(wlan: 100, eth: 200)
    snapshot.links[2] = TestNetwork.link(3, "eth0", [.up], .down)
    #expect(NetworkPath(snapshot).interfaces.map(\.name) == ["wlan0"])
    // The kernel prefers the route of the dead link unless ignore_routes_with_linkdown is set: so does the path.
    snapshot = Self.twoDefaults(wlan: 100, eth: 200)
    snapshot.links[1] = TestNetwork.link(2, "wlan0", [.up], .lowerLayerDown)
    #expect(NetworkPath(snapshot).reason == "wlan0 has no carrier")
  }

  @Test("the kernel's choice comes before a lower metric, since policy rules may know better")
  func policy() {
    var snapshot = Self.twoDefaults(wlan: 100, eth: 200)
    snapshot.answers[TestNetwork.v4] = .route(snapshot.routes[1])
    #expect(NetworkPath(snapshot).interfaces.map(\.name) == ["eth0", "wlan0"])
  }

  @Test("IPv4 over one interface and IPv6 over another are both used")
  func mixed() {
    var snapshot = Self.twoDefaults(wlan: 200, eth: 100)
    snapshot.answers[TestNetwork.v6] = .route(TestNetwork.route6)
    let path = NetworkPath(snapshot)
    #expect(path.interfaces.map(\.name) == ["eth0", "wlan0"])
    #expect(path.supportsIPv4 && path.supportsIPv6)
  }

  @Test("expensive is what the preferred interface is: cellular, or what the user says")
  func expensive() {
    let cellular = InterfaceOverrides(types: ["wlan0": .cellular])
    let named = InterfaceOverrides(types: ["wlan0": .wifi], expensive: ["wlan0"], constrained: ["wlan0"])
    #expect(!NetworkPath(TestNetwork.healthy).isExpensive)
    #expect(NetworkPath(TestNetwork.healthy, overrides: cellular).isExpensive)
    #expect(!NetworkPath(TestNetwork.healthy, overrides: cellular).isConstrained)
    #expect(NetworkPath(TestNetwork.healthy, overrides: named).isExpensive)
    #expect(NetworkPath(TestNetwork.healthy, overrides: named).isConstrained)
    #expect(NetworkPath(TestNetwork.healthy, overrides: named).interfaces.map(\.type) == [.wifi])
    let second = Self.twoDefaults(wlan: 200, eth: 100)
    #expect(!NetworkPath(second, overrides: named).isExpensive)
  }

  @Test("patterns and numbers mark an interface too", arguments: ["wl*", "2", "wlan0"])
  func patterns(name: String) throws {
    let overrides = try #require(
      InterfaceOverrides(description: "\(name)=cellular,constrained,ultraConstrained,LTE eth*=expensive"))
    let path = NetworkPath(TestNetwork.healthy, overrides: overrides)
    #expect(path.isExpensive && path.isConstrained && path.isUltraConstrained && path.cellularType == .lte)
    let other = NetworkPath(TestNetwork.healthy, overrides: InterfaceOverrides(constrained: ["eth*", "3", "wlan"]))
    #expect(!other.isConstrained)
  }

  @Test("DNS is what the snapshot says while the path is satisfied")
  func dns() {
    #expect(NetworkPath(TestNetwork.healthy).supportsDNS)
    #expect(!NetworkPath(TestNetwork.changed { $0.hasNameServer = false }).supportsDNS)
  }

  @Test("a dormant radio requires a connection only where that is asked for")
  func dormant() {
    let snapshot = TestNetwork.changed {
      $0.links[1] = TestNetwork.link(2, "wlan0", [.up, .lowerUp, .dormant], .dormant)
    }
    let asked = InterfaceOverrides(types: ["wlan0": .wifi], dormantRequiresConnection: true)
    let wired = InterfaceOverrides(types: ["wlan0": .wiredEthernet], dormantRequiresConnection: true)
    #expect(NetworkPath(snapshot).status == .unsatisfied)
    #expect(NetworkPath(snapshot, overrides: asked).status == .requiresConnection)
    #expect(NetworkPath(snapshot, overrides: wired).status == .unsatisfied)
  }

  @Test("a family without a canary counts as unusable")
  func canaries() {
    let path = NetworkPath(TestNetwork.healthy, overrides: InterfaceOverrides(canaries: [TestNetwork.v6]))
    #expect(!path.supportsIPv4)
    #expect(path.supportsIPv6)
  }

  @Test("a link's MTU and an address beside the used one make no other path")
  func equal() {
    let other = TestNetwork.changed { snapshot in
      snapshot.links[1].mtu = 1400
      snapshot.addresses.append(TestNetwork.address("192.0.2.77/24"))
    }
    #expect(NetworkPath(other) == NetworkPath(TestNetwork.healthy))
  }
}

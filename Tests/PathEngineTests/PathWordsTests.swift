import Netlink
import Testing

@testable import PathEngine

@Suite("Paths and events in words")
struct PathWordsTests {
  @Test("equal paths have no differences")
  func equal() {
    let path = NetworkPath(TestNetwork.healthy)
    #expect(path.changes(from: path).isEmpty)
  }

  @Test("a carrier loss is told with its reason")
  func carrier() {
    let before = NetworkPath(TestNetwork.healthy)
    let after = NetworkPath(TestNetwork.carrierLost)
    #expect(
      after.changes(from: before) == [
        "status: satisfied -> unsatisfied (wlan0 has no carrier)", "interfaces: wlan0 (wiredEthernet) -> none",
        "IPv4: yes -> no", "IPv6: yes -> no", "DNS: yes -> no", "gateways: 192.0.2.1, 2001:db8:1::1 -> none",
      ])
  }

  @Test("an interface of the same name and another number is another one")
  func replaced() {
    let before = NetworkPath(TestNetwork.healthy)
    let after = NetworkPath(
      TestNetwork.changed { snapshot in
        snapshot.links[1].index = 8
        for index in snapshot.addresses.indices where snapshot.addresses[index].interfaceIndex == 2 {
          snapshot.addresses[index].interfaceIndex = 8
        }
        let route4 = TestNetwork.route(.ipv4, via: "192.0.2.1", dev: 8)
        let route6 = TestNetwork.route(.ipv6, via: "2001:db8:1::1", dev: 8)
        snapshot.routes = [route4, route6]
        snapshot.answers = [TestNetwork.v4: .route(route4), TestNetwork.v6: .route(route6)]
      })
    #expect(after.changes(from: before) == ["interfaces: wlan0 (wiredEthernet) #2 -> wlan0 (wiredEthernet) #8"])
  }

  @Test("of a known link only what is different is told")
  func link() {
    var describer = EventDescriber(TestNetwork.healthy)
    let lost = TestNetwork.link(2, "wlan0", [.up, .running], .up)
    let carrier = describer.describe(.linkChanged(lost), at: 7)
    #expect(carrier.time == 7)
    #expect(carrier.object == .link)
    #expect([carrier.what, carrier.before, carrier.after] == ["wlan0", "carrier on", "carrier off"])
    var small = lost
    small.mtu = 1400
    let mtu = describer.describe(.linkChanged(small), at: 8)
    #expect([mtu.before, mtu.after] == ["mtu 1500", "mtu 1400"])
    var renamed = small
    renamed.name = "wlan9"
    let name = describer.describe(.linkChanged(renamed), at: 9)
    #expect([name.what, name.before, name.after] == ["wlan9", "name wlan0", "name wlan9"])
    let same = describer.describe(.linkChanged(renamed), at: 10)
    #expect([same.before, same.after] == ["up, carrier off, state up", "up, carrier off, state up"])
    let gone = describer.describe(.linkRemoved(renamed), at: 11)
    #expect([gone.before, gone.after] == ["up, carrier off, state up", nil])
    let new = describer.describe(.linkChanged(TestNetwork.link(4, "eth1")), at: 12)
    #expect([new.what, new.before, new.after] == ["eth1", nil, "up, carrier on, state up"])
  }

  @Test("an address is told through duplicate address detection")
  func address() {
    var describer = EventDescriber(TestNetwork.healthy)
    let events: [NetlinkEvent] = [
      .addressChanged(TestNetwork.address("2001:db8:1::9/64", flags: 0x40)),  // IFA_F_TENTATIVE
      .addressChanged(TestNetwork.address("2001:db8:1::9/64")),
      .addressChanged(TestNetwork.address("2001:db8:1::9/64", flags: 0x20)),  // IFA_F_DEPRECATED
      .addressRemoved(TestNetwork.address("2001:db8:1::9/64")),
    ]
    let told = events.map { describer.describe($0, at: 0) }
    #expect(told.allSatisfy { $0.what == "2001:db8:1::9/64 on wlan0" && $0.object == .address })
    #expect(told.map(\.before) == [nil, "tentative", "usable", "deprecated"])
    #expect(told.map(\.after) == ["tentative", "usable", "deprecated", nil])
  }

  @Test("routes that differ in metric or table alone are told apart")
  func routes() {
    var describer = EventDescriber(TestNetwork.healthy)
    let known = describer.describe(.routeRemoved(TestNetwork.route4), at: 0)
    #expect([known.what, known.before, known.after] == ["default via 192.0.2.1 dev wlan0", "unicast", nil])
    let other = describer.describe(.routeChanged(TestNetwork.route(.ipv4, via: "192.0.2.1", metric: 50)), at: 0)
    #expect([other.what, other.before, other.after] == ["default via 192.0.2.1 dev wlan0 metric 50", nil, "unicast"])
    let six = describer.describe(.routeRemoved(TestNetwork.route6), at: 0)
    #expect(six.what == "default (IPv6) via 2001:db8:1::1 dev wlan0 metric 1024")
    let table = RouteFacts(
      family: .ipv4, destination: TestNetwork.prefix("10.0.0.0/8"), table: 100, kind: .prohibit)
    #expect(describer.describe(.routeChanged(table), at: 0).what == "10.0.0.0/8 dev no interface table 100")
  }

  @Test("a route that went without an event is not remembered")
  func silentRoute() {
    var describer = EventDescriber(TestNetwork.healthy)
    describer.forgetRoutes(missingFrom: TestNetwork.changed { $0.routes = [] })
    #expect(describer.describe(.routeChanged(TestNetwork.route4), at: 0).before == nil)
    #expect(describer.describe(.addressRemoved(TestNetwork.address("192.0.2.2/24")), at: 0).before == "usable")
  }

  @Test("an overrun and an unknown message are told")
  func others() {
    var describer = EventDescriber(TestNetwork.healthy)
    let overrun = describer.describe(.overrun, at: 0)
    #expect(overrun.what == "events were lost, everything is read again")
    #expect(overrun.object == .other)
    #expect(describer.describe(.other(type: 3), at: 0).what == "message type 3")
  }

  @Test(
    "name servers are found in resolv.conf",
    arguments: [
      ("nameserver 192.0.2.53\n", ["192.0.2.53"]), ("search a.test\n  nameserver\t::1", ["::1"]),
      ("nameserver fe80::1%eth0\nnameserver 192.0.2.53 # second", ["fe80::1", "192.0.2.53"]),
      ("# nameserver 192.0.2.53\n", []), ("nameserver\n", []), ("", []), (";nameserver 192.0.2.53", []),
      ("options nameserver x", []), ("nameserver localhost", []),
    ])
  func nameServers(_ text: String, _ expected: [String]) {
    #expect(NameServers.named(in: text).map(\.description) == expected)
  }
}

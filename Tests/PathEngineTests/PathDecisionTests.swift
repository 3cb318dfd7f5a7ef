import Netlink
import PathEngine
import Testing

@Suite("What a path is decided to be")
struct PathDecisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let snapshot: NetworkSnapshot
    /// Nil: satisfied.
    let reason: String?
    let ipv4: Bool
    let ipv6: Bool

    init(_ name: String, _ snapshot: NetworkSnapshot, ipv4: Bool = false, ipv6: Bool = false, reason: String? = nil) {
      testDescription = name
      self.snapshot = snapshot
      self.reason = reason
      self.ipv4 = ipv4
      self.ipv6 = ipv6
    }
  }

  // IFA_F_…, from linux/if_addr.h.
  static let tentative: UInt32 = 0x40
  static let optimistic: UInt32 = 0x04
  static let dadFailed: UInt32 = 0x08
  static let deprecated: UInt32 = 0x20
  static let linkDown: UInt32 = 0x10  // RTNH_F_LINKDOWN
  static let dead: UInt32 = 0x01  // RTNH_F_DEAD

  static func withV6(_ addresses: AddressFacts...) -> NetworkSnapshot {
    TestNetwork.changed { snapshot in
      snapshot.addresses.removeAll { $0.interfaceIndex == 2 && $0.prefix.address.family == .ipv6 }
      snapshot.addresses += addresses
    }
  }

  static func withLink(_ flags: LinkFlags, _ state: OperationalState) -> NetworkSnapshot {
    TestNetwork.changed { $0.links[1] = TestNetwork.link(2, "wlan0", flags, state) }
  }

  static let links: [Row] = [
    Row("all is well", TestNetwork.healthy, ipv4: true, ipv6: true),
    Row("an open tun does not say more than UNKNOWN", withLink(TestNetwork.usable, .unknown), ipv4: true, ipv6: true),
    Row("the carrier is lost and the routes stay", TestNetwork.carrierLost, reason: "wlan0 has no carrier"),
    Row("a veth on its way up", withLink([.up, .lowerUp], .lowerLayerDown), reason: "wlan0 has no carrier"),
    Row("the same with RUNNING", withLink(TestNetwork.usable, .lowerLayerDown), reason: "wlan0 has no carrier"),
    Row("administratively down", withLink([], .down), reason: "wlan0 is down"),
    Row("802.1X is not through", withLink([.up, .lowerUp, .dormant], .dormant), reason: "wlan0 is dormant"),
    Row(
      "the link is gone before its route", TestNetwork.changed { $0.links.removeLast() },
      reason: "the route's interface 2 is gone"),
  ]

  static let answers: [Row] = [
    Row("no route", TestNetwork.answering(.refused(101), .refused(101)), reason: "no route"),
    Row("a kernel without IPv6", TestNetwork.answering(.route(TestNetwork.route4), .refused(97)), ipv4: true),
    Row("no family at all was asked for", TestNetwork.changed { $0.answers = [:] }, reason: "no route"),
    Row(
      "an unreachable default", TestNetwork.answering(.refused(113), .refused(113)),
      reason: "the route says unreachable"),
    Row(
      "a blackhole default", TestNetwork.answering(.refused(22), .refused(22)), reason: "the route is a blackhole"),
    Row(
      "a prohibit default", TestNetwork.answering(.refused(13), .refused(13)),
      reason: "the route is prohibited by policy"),
    Row(
      "a blackhole that comes as a route",
      TestNetwork.answering(.refused(101), .route(TestNetwork.route(.ipv6, dev: 1, kind: .blackhole))),
      reason: "the route is a blackhole"),
    Row(
      "an error nobody expects", TestNetwork.answering(.refused(5), .refused(101)),
      reason: "the kernel refuses the route look-up with error 5"),
    Row(
      "the reason of the family that was set up counts, not the absence of the other",
      TestNetwork.answering(.refused(101), .refused(13)), reason: "the route is prohibited by policy"),
    Row("IPv4 alone", TestNetwork.answering(.route(TestNetwork.route4), .refused(101)), ipv4: true),
    Row("IPv6 alone", TestNetwork.answering(.refused(101), .route(TestNetwork.route6)), ipv6: true),
    Row(
      "a default without a gateway", TestNetwork.answering(.route(TestNetwork.route(.ipv4)), .refused(101)),
      ipv4: true),
    Row(
      "the canary is this machine",
      TestNetwork.answering(.route(TestNetwork.route(.ipv4, dev: 1, kind: .local)), .refused(101)), ipv4: true),
    Row(
      "linkdown although the link's own event is still to come",
      TestNetwork.answering(.route(TestNetwork.route(.ipv4, flags: linkDown)), .refused(101)),
      reason: "wlan0 has no carrier"),
    Row(
      "a dead next hop", TestNetwork.answering(.route(TestNetwork.route(.ipv4, flags: dead)), .refused(101)),
      reason: "wlan0 has no carrier"),
    Row(
      "a multicast route is no way out",
      TestNetwork.answering(.route(TestNetwork.route(.ipv4, kind: .multicast)), .refused(101)), reason: "no route"),
  ]

  static let addresses: [Row] = [
    Row("IPv6 is tentative", withV6(TestNetwork.address("2001:db8:1::2/64", flags: tentative)), ipv4: true),
    Row("IPv6 is optimistic", withV6(TestNetwork.address("2001:db8:1::2/64", flags: optimistic)), ipv4: true),
    Row(
      "IPv6 is tentative beside a link-local address",
      withV6(TestNetwork.address("2001:db8:1::2/64", flags: tentative), TestNetwork.address("fe80::2/64")), ipv4: true),
    Row("IPv6 is a duplicate", withV6(TestNetwork.address("2001:db8:1::2/64", flags: dadFailed)), ipv4: true),
    Row("IPv6 has a link-local address alone", withV6(TestNetwork.address("fe80::2/64")), ipv4: true),
    Row(
      "IPv6 is deprecated and there is nothing better",
      withV6(TestNetwork.address("2001:db8:1::2/64", flags: deprecated)), ipv4: true, ipv6: true),
    Row("IPv6 has a unique local address", withV6(TestNetwork.address("fd00::2/64")), ipv4: true, ipv6: true),
    Row(
      "IPv4 has 169.254 alone, as in some clouds",
      TestNetwork.changed { snapshot in
        snapshot.answers[TestNetwork.v6] = .refused(101)
        snapshot.addresses = [TestNetwork.address("169.254.7.7/16")]
      }, ipv4: true),
    Row(
      "no address but loopback's",
      TestNetwork.changed { $0.addresses.removeAll { $0.interfaceIndex == 2 } },
      reason: "wlan0 has no usable source address"),
    Row(
      "an unnumbered link with a global address on loopback",
      TestNetwork.changed { snapshot in
        snapshot.answers[TestNetwork.v6] = .refused(101)
        snapshot.addresses = [TestNetwork.address("198.51.100.7/32", on: 1)]
      }, ipv4: true),
    Row(
      "an address of another link is not a source",
      TestNetwork.changed { snapshot in
        snapshot.links.append(TestNetwork.link(3, "eth0"))
        snapshot.addresses = [TestNetwork.address("198.51.100.7/24", on: 3)]
      }, reason: "wlan0 has no usable source address"),
  ]

  @Test("by links", arguments: links)
  func byLinks(_ row: Row) { check(row) }

  @Test("by the kernel's answers", arguments: answers)
  func byAnswers(_ row: Row) { check(row) }

  @Test("by addresses", arguments: addresses)
  func byAddresses(_ row: Row) { check(row) }

  private func check(_ row: Row) {
    let path = NetworkPath(row.snapshot)
    let satisfied = row.ipv4 || row.ipv6
    #expect(path.status == (satisfied ? .satisfied : .unsatisfied))
    #expect(path.reason == row.reason)
    #expect(path.supportsIPv4 == row.ipv4)
    #expect(path.supportsIPv6 == row.ipv6)
    #expect(path.interfaces.isEmpty == !satisfied)
    #expect(path.supportsDNS == satisfied)
    if !satisfied { #expect(path.gateways.isEmpty) }
  }
}

import Netlink
import Testing

@testable import PathEngine

@Suite("A snapshot kept up by events")
struct SnapshotEventsTests {
  /// The healthy network after events, and what its path is as the kernel answers now.
  private static func path(
    _ events: [NetlinkEvent], answer: NetworkSnapshot.RouteAnswer? = nil
  ) -> NetworkPath {
    var snapshot = TestNetwork.healthy
    for event in events { snapshot.take(event) }
    if let answer { snapshot.answers = [TestNetwork.v4: answer] }
    return NetworkPath(snapshot)
  }

  @Test("a link is what its last event says, and none once it is gone")
  func links() {
    let lost = TestNetwork.link(2, "wlan0", [.up], .lowerLayerDown)
    #expect(Self.path([.linkChanged(lost)]).reason == "wlan0 has no carrier")
    #expect(Self.path([.linkChanged(lost), .linkChanged(TestNetwork.link(2, "wlan0"))]).status == .satisfied)
    #expect(Self.path([.linkRemoved(lost)]).status == .unsatisfied)
  }

  @Test("an address counts by its last flags")
  func addresses() {
    let own = ["192.0.2.2/24", "2001:db8:1::2/64"].map { TestNetwork.address($0) }
    #expect(Self.path(own.map(NetlinkEvent.addressRemoved)).status == .unsatisfied)
    // IFA_F_TENTATIVE
    let tentative = TestNetwork.address("2001:db8:1::2/64", flags: 0x40)
    #expect(!Self.path([.addressChanged(tentative)]).supportsIPv6)
    #expect(Self.path([.addressChanged(tentative), .addressChanged(own[1])]).supportsIPv6)
  }

  @Test("default routes come and go, other routes are left to the kernel's answer")
  func routes() {
    let second = TestNetwork.route(.ipv4, via: "198.51.100.1", dev: 3, metric: 200)
    let eth0: [NetlinkEvent] = [
      .linkChanged(TestNetwork.link(3, "eth0")), .addressChanged(TestNetwork.address("198.51.100.2/24", on: 3)),
    ]
    #expect(Self.path(eth0 + [.routeChanged(second)]).interfaces.map(\.name) == ["wlan0", "eth0"])
    #expect(Self.path(eth0 + [.routeChanged(second), .routeRemoved(second)]).interfaces.map(\.name) == ["wlan0"])
    // IPv4 routes go without an event: the answer knows.
    #expect(Self.path([.routeRemoved(TestNetwork.route6)], answer: .refused(101)).status == .unsatisfied)
    var snapshot = TestNetwork.healthy
    snapshot.take(.routeChanged(RouteFacts(family: .ipv4, destination: TestNetwork.prefix("10.0.0.0/8"))))
    #expect(snapshot == TestNetwork.healthy)
  }
}

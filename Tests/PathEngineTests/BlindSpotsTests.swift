import Netlink
import Testing

@testable import PathEngine

@Suite("What cannot be seen")
struct BlindSpotsTests {
  private static func sentences(
    _ snapshot: NetworkSnapshot = NetworkSnapshot(), _ overrides: InterfaceOverrides = InterfaceOverrides(),
    isOwn: Bool = true, hidden: Set<String> = []
  ) -> [String] {
    BlindSpots(snapshot: snapshot, overrides: overrides, isOwn: isOwn) { !hidden.contains($0) }.sentences
  }

  private static func link(_ name: String) -> NetworkSnapshot {
    NetworkSnapshot(links: [LinkFacts(index: 2, name: name, hardwareType: 1, flags: [.up])])
  }

  @Test("is said, one thing each, and nothing where nothing is missing")
  func each() {
    #expect(Self.sentences() == [])
    #expect(Self.sentences(hidden: ["/etc/resolv.conf"]).count == 1)
    #expect(
      Self.sentences(isOwn: false) == ["the DNS servers of that namespace: those shown are of /etc/resolv.conf here"])
    #expect(Self.sentences(NetworkSnapshot(), InterfaceOverrides(hasNameServer: true), isOwn: false) == [])
    #expect(Self.sentences(hidden: ["/proc/net/if_inet6"]) == ["IPv6: this kernel has none"])
    // Without a radio nobody misses the radios' switches.
    #expect(Self.sentences(Self.link("eth0"), hidden: ["/sys/class/rfkill"]) == [])
    #expect(Self.sentences(Self.link("wlan0"), hidden: ["/sys/class/rfkill"]).count == 1)
    #expect(Self.sentences(Self.link("wwan0")) == ["the radio technology of wwan0: only its modem knows"])
    #expect(Self.sentences(Self.link("wwan0"), InterfaceOverrides(cellularTypes: ["wwan0": .lte])) == [])
    var long = NetworkSnapshot()
    long.routesLeftOut = 7
    #expect(Self.sentences(long) == ["7 routes of a long table, which are no default routes"])
  }
}

import Netlink
import Testing

@testable import Conditioner

@Suite("The way out")
struct WayOutTests {
  private func topologies(_ names: [String]) -> [LabTopology] {
    names.enumerated().map { LabTopology(interface: $1, number: $0, ipv6: true) }
  }

  @Test("pasta is preferred, in the order of PATH, and without either both packages are named")
  func tool() throws {
    #expect(try WayOutTool.find(in: "/a:/b") { ["/b/pasta", "/a/slirp4netns"].contains($0) }.path == "/b/pasta")
    #expect(try WayOutTool.find(in: "/a:/b") { $0 == "/b/slirp4netns" }.tool == .slirp4netns)
    let error = #expect(throws: LabError.self) { try WayOutTool.find(in: "/a") { _ in false } }
    #expect(error?.kind == .missingPiece)
    #expect(error?.description.contains("passt") == true && error?.description.contains("slirp4netns") == true)
  }

  @Test("one outlet serves all, or one each client, with networks that none of the lab's other has")
  func outlets() throws {
    let topologies = topologies(["wlan0", "wwan0"])
    let one = Outlet.all(for: topologies, oneServesAll: true, ipv6: false)
    #expect(one.map(\.interface) == ["out0"] && one[0].sources.isEmpty && one[0].table == 254)
    #expect(one[0].own.map(\.description) == ["203.0.113.9/30"])
    let each = Outlet.all(for: topologies, oneServesAll: false, ipv6: true)
    #expect(each.map(\.interface) == ["out0", "out1", "out2"])
    #expect(each.map(\.table) == [254, 101, 102])
    #expect(
      each.map { $0.sources.map(\.description) } == [
        [], ["192.0.2.2/32", "2001:db8:1::2/128"], ["198.51.100.2/32", "2001:db8:2::2/128"],
      ])
    #expect(each.map(\.guest.description) == ["203.0.113.9", "192.0.2.2", "198.51.100.2"])
    let most = Outlet.all(for: self.topologies(["a", "b", "c", "d", "out0"]), oneServesAll: false, ipv6: true)
    #expect(most.map(\.interface) == (0...5).map { "exit\($0)" })
    let networks =
      most.flatMap { $0.own.map(\.network) }
      + self.topologies(["a", "b", "c", "d", "e"]).flatMap { $0.families.map(\.gateway.network) }
    #expect(Set(networks).count == networks.count)
    // The last one ends below the first of the links' in 203.0.113.0/24.
    #expect(most.last?.own.first?.description == "203.0.113.29/30")
  }

  @Test("the programs are told to bring nothing of the machine in")
  func arguments() throws {
    let outlet = Outlet.all(for: topologies(["wlan0"]), oneServesAll: false, ipv6: true)[1]
    let pasta = WayOutTool.pasta.arguments(for: outlet, namespace: "/n", ipv6: false, isRoot: true).joined(
      separator: " ")
    #expect(pasta.contains("--runas 0:0 --ipv4-only --netns /n --no-netns-quit --ns-ifname out1 --address 192.0.2.2"))
    for none in [
      "--tcp-ports none", "--udp-ports none", "--tcp-ns none", "--udp-ns none", "--no-map-gw", "--foreground",
    ] {
      #expect(pasta.contains(none), "\(none)")
    }
    #expect(!WayOutTool.pasta.arguments(for: outlet, namespace: "/n", ipv6: true, isRoot: false).contains("--runas"))
    let slirp = WayOutTool.slirp4netns.arguments(for: outlet, namespace: "/n", ipv6: false, isRoot: false)
    #expect(slirp.suffix(2) == ["/n", "out1"] && slirp.contains("--disable-host-loopback"))
  }

  @Test(
    "what a program said of its end, without what it always says",
    arguments: [
      ("", "it said nothing."),
      ("Failed to send 47 bytes to syslog\nDon't run as root. Changing to nobody...\n", "it said nothing."),
      (
        "No routable interface for IPv4: IPv4 is disabled\nFailed to send 9 bytes to syslog\nexiting",
        "No routable interface for IPv4: IPv4 is disabled; exiting."
      ),
    ])
  func reason(said: String, told: String) { #expect(WayOutTool.reason(in: said) == told) }
}

import LinuxSystem
import TestSupport
import Testing

@testable import Netlink

@Suite("Links, live")
struct LinkTests {
  @Test("a pair is made straight into two namespaces, as told")
  func pairAcrossNamespaces() throws {
    let near = try NetworkNamespace.create(name: "nl-near")
    let far = try NetworkNamespace.create(name: "nl-far")
    let own = try NetworkNamespace.create(name: "nl-own")
    let route = try own.performBlocking { try RouteSocket() }
    let address = try #require(HardwareAddress("02:00:5e:00:53:01"))
    try route.addVethPair(
      VethEnd(name: "near0", namespace: near.descriptor, address: address, mtu: 1400),
      VethEnd(name: "far0", namespace: far.descriptor))
    #expect(try route.links().map(\.name) == ["lo"], "nothing stays where the request was made")

    let nearRoute = try near.performBlocking { try RouteSocket() }
    let farRoute = try far.performBlocking { try RouteSocket() }
    let link = try #require(try nearRoute.link(named: "near0"))
    let peer = try #require(try farRoute.link(named: "far0"))
    #expect(link.kind == "veth")
    #expect(link.address == address)
    #expect(link.mtu == 1400)
    #expect(link.peerIndex == peer.index)
    #expect(link.peerNamespaceID != nil)
    #expect(link.hardwareType == 1)
    #expect(!link.flags.contains(.up))

    let witness = try JSON.list(try VethBench.shell(near, ["ip", "-j", "link", "show", "dev", "near0"]))
    #expect(witness.first?["address"].text == "02:00:5e:00:53:01")
    #expect(witness.first?["mtu"].integer == 1400)
  }

  @Test("flags, state and carrier follow both ends")
  func states() async throws {
    let bench = try VethBench(up: false)
    try bench.route.setLink(bench.a, up: true)
    let waiting = try #require(try bench.route.link(named: "a"))
    #expect(waiting.flags.contains(.up) && !waiting.flags.contains(.lowerUp))
    #expect(waiting.carrier == false && waiting.operationalState == .lowerLayerDown)

    try bench.route.setLink(bench.b, up: true)
    // The operational state follows the carrier from a work queue, not within the request.
    try await waitUntil("the link is up") { try bench.route.link(named: "a")?.operationalState == .up }
    let up = try #require(try bench.route.link(named: "a"))
    #expect(up.flags.isSuperset(of: [.up, .running, .lowerUp, .broadcast]) && up.carrier == true)
    #expect(try bench.json("ip", "-j", "link", "show", "dev", "a").first?["operstate"].text == "UP")

    try bench.route.setLink(bench.a, up: false)
    #expect(try bench.route.link(named: "a")?.flags.contains(.up) == false)
  }

  @Test("a link is renamed and removed, both ends")
  func nameAndRemove() throws {
    let bench = try VethBench(up: false)
    try bench.route.setName(bench.a, "uplink0")
    #expect(try bench.route.link(named: "uplink0")?.index == bench.a)
    #expect(try bench.route.link(named: "a") == nil)
    try bench.route.removeLink(bench.a)
    #expect(try bench.json("ip", "-j", "link").compactMap { $0["ifname"].text } == ["lo"])
  }

  @Test("address generation is turned off and on")
  func addressGeneration() throws {
    let bench = try VethBench(up: false)
    func mode() throws -> String? {
      try bench.json("ip", "-d", "-j", "link", "show", "dev", "a").first?["inet6_addr_gen_mode"].text
    }
    try bench.route.setAddressGeneration(bench.a, enabled: false)
    #expect(try mode() == "none")
    for index in [bench.a, bench.b] { try bench.route.setLink(index, up: true) }
    #expect(try bench.route.addresses().allSatisfy { $0.interfaceIndex != bench.a })
    try bench.route.setAddressGeneration(bench.a, enabled: true)
    #expect(try mode() == "eui64")
  }

  @Test("refusals name the attempt, the number and the kernel's words")
  func refusals() throws {
    let bench = try VethBench(up: false)
    let exists = #expect(throws: NetlinkError.self) {
      try bench.route.addVethPair(VethEnd(name: "a"), VethEnd(name: "c"))
    }
    #expect(exists?.code == .exists)
    #expect(exists?.description.hasPrefix("Cannot add veth pair a and c: File exists") == true)

    let missing = #expect(throws: NetlinkError.self) { try bench.route.setLink(4711, up: true) }
    #expect(missing?.code == .noSuchDevice)

    let long = #expect(throws: NetlinkError.self) { try bench.route.setName(bench.a, "sixteen-bytes-16") }
    #expect(long?.kernelMessage != nil, "the kernel explains what it does not like of an attribute")
  }
}

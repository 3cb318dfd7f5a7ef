import Netlink
import PathEngine
import Testing

@Suite("The type of an interface")
struct InterfaceTypeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: String?
    let hardware: UInt16
    let expected: InterfaceType
    var testDescription: String { "\(name) of kind \(kind ?? "none"), ARPHRD \(hardware), is \(expected)" }

    init(_ name: String, _ kind: String?, _ hardware: UInt16, _ expected: InterfaceType) {
      self.name = name
      self.kind = kind
      self.hardware = hardware
      self.expected = expected
    }

    var link: LinkFacts { LinkFacts(index: 5, name: name, kind: kind, hardwareType: hardware) }
  }

  @Test(
    "follows kind, hardware type and name",
    arguments: [
      Row("lo", nil, 772, .loopback),
      Row("eth0", nil, 1, .wiredEthernet),
      Row("enxa0cec8000001", nil, 1, .wiredEthernet),
      // Managed-mode Wi-Fi is ARPHRD_ETHER too.
      Row("wlan0", nil, 1, .wifi),
      Row("wlp3s0", nil, 1, .wifi),
      // A veth is no radio whatever its name; a lab says so by an override.
      Row("wlan0", "veth", 1, .wiredEthernet),
      Row("wwan0", nil, 1, .cellular),
      Row("wwp0s20u4", nil, 65534, .cellular),
      Row("rmnet_data0", nil, 519, .cellular),
      Row("raw0", nil, 519, .cellular),
      Row("ppp0", "ppp", 512, .other),
      Row("wg0", "wireguard", 65534, .other),
      Row("tun0", "tun", 65534, .other),
      Row("vxlan1", "vxlan", 1, .other),
      Row("dummy0", "dummy", 1, .other),
      Row("ifb0", "ifb", 1, .other),
      Row("br0", "bridge", 1, .wiredEthernet),
      Row("can0", nil, 280, .other),
    ])
  func follows(_ row: Row) { #expect(InterfaceType(row.link) == row.expected) }

  @Test("an override comes before everything")
  func override() {
    let overrides = InterfaceOverrides(types: ["wlan0": .wifi, "lo": .other])
    #expect(InterfaceType(Row("wlan0", "veth", 1, .wifi).link, overrides: overrides) == .wifi)
    #expect(InterfaceType(TestNetwork.loopback, overrides: overrides) == .other)
    #expect(InterfaceType(Row("eth0", nil, 1, .wiredEthernet).link, overrides: overrides) == .wiredEthernet)
  }

  @Test("what a driver says comes before names and after overrides, and of hardware alone")
  func driver() {
    let wired = LinkFacts(index: 2, name: "eth0")
    let told: [Int32: InterfaceType] = [2: .wifi]
    #expect(InterfaceType(wired, deviceTypes: told) == .wifi)
    #expect(InterfaceType(wired, deviceTypes: [3: .wifi]) == .wiredEthernet)
    #expect(InterfaceType(wired, overrides: InterfaceOverrides(types: ["eth0": .other]), deviceTypes: told) == .other)
    #expect(InterfaceType(LinkFacts(index: 2, name: "wlan0"), deviceTypes: [2: .wiredEthernet]) == .wiredEthernet)
    #expect(InterfaceType(LinkFacts(index: 2, name: "v0", kind: "veth"), deviceTypes: told) == .wiredEthernet)
    let vlan = LinkFacts(index: 5, name: "eth0.7", kind: "vlan", peerIndex: 2)
    #expect(InterfaceType(vlan, among: [wired, vlan], deviceTypes: told) == .wifi)
    var snapshot = TestNetwork.healthy
    let index = snapshot.links[1].index
    snapshot.links[1].kind = nil
    snapshot.deviceTypes = [index: .cellular]
    #expect(NetworkPath(snapshot).interfaces.map(\.type) == [.cellular] && NetworkPath(snapshot).isExpensive)
  }

  @Test(
    "an override is by name, else by number, else by the longest pattern",
    arguments: [
      (["wlan0": .wifi, "7": .other, "wlan*": .cellular], .wifi), (["7": .other, "wlan*": .cellular], .other),
      (["wlan*": .cellular, "*": .loopback], .cellular), (["w*0": .cellular, "w???0": .other], .other),
      (["?lan0": .cellular], .cellular), (["**lan**0*": .cellular], .cellular), (["wlan0?": .cellular], .wiredEthernet),
      (["*1": .cellular, "lan0": .other, "wlan": .other, "?": .other, "": .other], .wiredEthernet),
      (["*": .cellular], .cellular), (["w?an0": .other, "wl?n0": .cellular], .other),
    ] as [([String: InterfaceType], InterfaceType)])
  func patterns(types: [String: InterfaceType], expected: InterfaceType) {
    let link = LinkFacts(index: 7, name: "wlan0", kind: "veth", hardwareType: 1)
    #expect(InterfaceType(link, overrides: InterfaceOverrides(types: types)) == expected)
  }

  @Test("a VLAN and a macvlan are what they stand on")
  func stacked() {
    let radio = LinkFacts(index: 2, name: "wlp3s0")
    let vlan = LinkFacts(index: 3, name: "v7", kind: "vlan", peerIndex: 2)
    let macvlan = LinkFacts(index: 4, name: "m0", kind: "macvlan", peerIndex: 3)
    #expect(InterfaceType(macvlan, among: [radio, vlan, macvlan]) == .wifi)
  }

  @Test("a number of another namespace is not taken for a link of this one")
  func foreignPeer() {
    let radio = LinkFacts(index: 2, name: "wlp3s0")
    let macvlan = LinkFacts(index: 4, name: "m0", kind: "macvlan", peerIndex: 2, peerNamespaceID: 0)
    #expect(InterfaceType(macvlan, among: [radio, macvlan]) == .wiredEthernet)
  }

  @Test("a bridge is what its hardware member is, before its veths")
  func bridge() {
    let bridge = LinkFacts(index: 9, name: "br0", kind: "bridge")
    let veth = LinkFacts(index: 2, name: "veth1", kind: "veth", masterIndex: 9)
    let radio = LinkFacts(index: 3, name: "wlan1", masterIndex: 9)
    #expect(InterfaceType(bridge, among: [bridge, veth, radio]) == .wifi)
    #expect(InterfaceType(bridge, among: [bridge, veth]) == .wiredEthernet)
  }

  @Test("links that stand on each other come to an end")
  func circle() {
    let a = LinkFacts(index: 2, name: "a0", kind: "macvlan", peerIndex: 3)
    let b = LinkFacts(index: 3, name: "b0", kind: "macvlan", peerIndex: 2)
    #expect(InterfaceType(a, among: [a, b]) == .wiredEthernet)
  }
}

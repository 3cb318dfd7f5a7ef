public import Netlink

extension InterfaceType {
  /// The first rule that applies: what the user says, loopback, what the driver says, tunnels, modems, what it stands on,
  /// wireless, a cable.
  ///
  /// A managed-mode wireless interface is `ARPHRD_ETHER` like a cable; where `/sys` can't be read it is told by its name
  /// (`wl…`, which the kernel and systemd both give). A renamed one then needs an override.
  ///
  /// - Parameters:
  ///   - links: All links of the namespace: bridges, bonds, VLANs and macvlans are what they stand on.
  ///   - deviceTypes: What drivers say, see ``NetworkSnapshot/deviceTypes``.
  public init(
    _ link: LinkFacts, among links: [LinkFacts] = [], overrides: InterfaceOverrides = InterfaceOverrides(),
    deviceTypes: [Int32: InterfaceType] = [:]
  ) {
    if let known = InterfaceOverrides.value(in: overrides.types, for: link) {
      self = known
    } else if link.flags.contains(.loopback) || link.hardwareType == Self.loopbackHardware {
      self = .loopback
    } else if link.kind == nil, let told = deviceTypes[link.index] {
      self = told
    } else if let kind = link.kind, Self.tunnelKinds.contains(kind) || Self.unconnectedKinds.contains(kind) {
      self = .other
    } else if Self.rawIPHardware.contains(link.hardwareType) || Self.modemNames.contains(where: link.name.hasPrefix) {
      self = .cellular
    } else if let kind = link.kind, Self.stackedKinds.contains(kind) {
      // Each step leaves the link itself out, so that links which stand on each other come to an end.
      let others = links.filter { $0.index != link.index }
      let lower = Self.lowerLinks(of: link, among: others)
      self =
        lower.first.map { InterfaceType($0, among: others, overrides: overrides, deviceTypes: deviceTypes) }
        ?? .wiredEthernet
    } else if link.kind == nil, link.name.hasPrefix("wl") {
      self = .wifi
    } else {
      self = link.hardwareType == Self.ethernetHardware ? .wiredEthernet : .other
    }
  }

  /// What a link stands on: `IFLA_LINK` of a VLAN or macvlan, the members of a bridge or bond with hardware first.
  private static func lowerLinks(of link: LinkFacts, among links: [LinkFacts]) -> [LinkFacts] {
    let members = links.filter { $0.masterIndex == link.index }
    if !members.isEmpty { return members.filter { $0.kind == nil } + members.filter { $0.kind != nil } }
    // A peer in another namespace has a number of that namespace, which may be another link's here.
    guard link.peerNamespaceID == nil, let peer = link.peerIndex else { return [] }
    return links.filter { $0.index == peer }
  }

  /// The corresponding C constant is `ARPHRD_ETHER`.
  private static let ethernetHardware: UInt16 = 1
  /// The corresponding C constant is `ARPHRD_LOOPBACK`.
  private static let loopbackHardware: UInt16 = 772
  /// `ARPHRD_RAWIP` of modems, and the number that older drivers used for it.
  private static let rawIPHardware: Set<UInt16> = [519, 530]
  private static let modemNames = ["wwan", "wwp", "rmnet", "rev_rmnet", "ccmni"]
  private static let tunnelKinds: Set<String> = [
    "wireguard", "tun", "ppp", "vti", "vti6", "xfrm", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6gretap", "ip6tnl",
    "vxlan", "geneve",
  ]
  /// Kinds that lead nowhere.
  private static let unconnectedKinds: Set<String> = ["dummy", "ifb", "nlmon"]
  /// Kinds that stand on other links. The peer of a veth is no such link.
  private static let stackedKinds: Set<String> = ["bridge", "bond", "team", "vlan", "macvlan", "macvtap", "ipvlan"]
}

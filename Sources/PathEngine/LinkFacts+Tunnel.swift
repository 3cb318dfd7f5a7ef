public import Netlink

extension LinkFacts {
  /// Whether it wraps packets and sends them by another link, as a VPN does: WireGuard, tun (not tap), PPP, IPsec and IP in
  /// IP interfaces. A name tells only where the kernel tells no kind and no Ethernet.
  public var isTunnel: Bool {
    switch kind {
    case "tun": hardwareType != Self.ethernetHardware
    case let kind?: Self.tunnelKinds.contains(kind)
    case nil: hardwareType != Self.ethernetHardware && Self.tunnelNames.contains(where: name.hasPrefix)
    }
  }

  /// The corresponding C constant is `ARPHRD_ETHER`.
  private static let ethernetHardware: UInt16 = 1
  private static let tunnelKinds: Set<String> = [
    "wireguard", "ppp", "vti", "vti6", "xfrm", "ipip", "sit", "gre", "ip6gre", "ip6tnl",
  ]
  private static let tunnelNames = ["tun", "ppp", "ipsec", "wg", "tailscale", "zt", "nordlynx", "proton"]
}

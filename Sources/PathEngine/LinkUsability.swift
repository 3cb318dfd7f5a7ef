internal import Netlink

extension LinkFacts {
  /// Whether packets can leave by it: up, running, with a carrier, and in state UP or UNKNOWN.
  ///
  /// `lowerUp` alone is not enough: a veth passes through LOWER_UP with LOWERLAYERDOWN while it comes up. UNKNOWN must be
  /// taken as usable (the kernel's operstates document): loopback and tunnels never say more.
  var isUsable: Bool {
    flags.isSuperset(of: [.up, .running, .lowerUp]) && !flags.contains(.dormant)
      && (operationalState == .up || operationalState == .unknown)
  }
}

extension AddressFacts {
  /// Whether connections can be made from it.
  var isUsable: Bool { !isTentative && !dadFailed || isOptimistic }
}

extension InterfaceType {
  /// The first rule that applies: what the user says, loopback, tunnels, names of modems, wireless names, else a cable.
  init(_ link: LinkFacts, overrides: InterfaceOverrides) {
    if let known = overrides.types[link.name] {
      self = known
    } else if link.flags.contains(.loopback) || link.hardwareType == 772 {
      self = .loopback
    } else if let kind = link.kind, Self.tunnelKinds.contains(kind) {
      self = .other
    } else if Self.hasPrefix(link.name, ["wwan", "wwp", "rmnet", "rev_rmnet", "ccmni"])
      || [519, 530].contains(link.hardwareType)
    {
      self = .cellular
    } else if link.kind == nil, Self.hasPrefix(link.name, ["wl"]) {
      self = .wifi
    } else {
      self = link.hardwareType == 1 && !["dummy", "ifb", "nlmon"].contains(link.kind ?? "") ? .wiredEthernet : .other
    }
  }

  private static let tunnelKinds: Set<String> = [
    "wireguard", "tun", "ppp", "vti", "vti6", "xfrm", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6tnl", "vxlan",
    "geneve",
  ]

  private static func hasPrefix(_ name: String, _ prefixes: [String]) -> Bool {
    prefixes.contains { name.hasPrefix($0) }
  }
}

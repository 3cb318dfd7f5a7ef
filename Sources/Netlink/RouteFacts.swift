internal import CNetlink

/// A route. Equivalent to a line of `ip route`.
public struct RouteFacts: Hashable, Sendable {
  /// What a route does with packets. The corresponding C constants are `RTN_…`.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Something this list does not know.
    case other = 0
    /// Sends them on.
    case unicast = 1
    /// They are for this machine.
    case local = 2
    /// To all of a network.
    case broadcast = 3
    /// To one of many.
    case anycast = 4
    /// To a group.
    case multicast = 5
    /// Drops them silently.
    case blackhole = 6
    /// Drops them and says "host unreachable".
    case unreachable = 7
    /// Drops them and says "prohibited".
    case prohibit = 8
  }

  /// The family.
  public var family: IPAddress.Family
  /// Where to; nil for the default route.
  public var destination: IPPrefix?
  /// The routing table; 254 is main, 255 local.
  public var table: UInt32
  /// The main table's number. The corresponding C constant is `RT_TABLE_MAIN`.
  public static let mainTable: UInt8 = 254
  /// What it does.
  public var kind: Kind
  /// Its metric: the lowest of equal destinations wins.
  public var metric: UInt32
  /// The next hop.
  public var gateway: IPAddress?
  /// The interface it leaves by.
  public var interfaceIndex: Int32?
  /// The source address it suggests.
  public var preferredSource: IPAddress?
  /// How far the destination is. The corresponding C constants are `RT_SCOPE_…`: 0 universe, 253 link, 254 host.
  public var scope: UInt8
  /// Who put it there. The corresponding C constants are `RTPROT_…`: 2 kernel, 4 static, 9 router advertisements, 16 DHCP.
  public var protocolNumber: UInt8
  /// The bits of `RTNH_F_…`.
  public var flags: UInt32

  /// Facts as given, for tests and scripted sources.
  public init(
    family: IPAddress.Family, destination: IPPrefix? = nil, table: UInt32 = 254, kind: Kind = .unicast,
    metric: UInt32 = 0, gateway: IPAddress? = nil, interfaceIndex: Int32? = nil, preferredSource: IPAddress? = nil,
    scope: UInt8 = 0, protocolNumber: UInt8 = 0, flags: UInt32 = 0
  ) {
    self.family = family
    self.destination = destination
    self.table = table
    self.kind = kind
    self.metric = metric
    self.gateway = gateway
    self.interfaceIndex = interfaceIndex
    self.preferredSource = preferredSource
    self.scope = scope
    self.protocolNumber = protocolNumber
    self.flags = flags
  }

  /// Its interface has no carrier. The corresponding C constant is `RTNH_F_LINKDOWN`.
  public var isLinkDown: Bool { flags & UInt32(RTNH_F_LINKDOWN) != 0 }
  /// Its interface is down. The corresponding C constant is `RTNH_F_DEAD`.
  public var isDead: Bool { flags & UInt32(RTNH_F_DEAD) != 0 }

  /// A copy for one destination that the kernel remembers, not a rule. The corresponding C constant is `RTM_F_CLONED`.
  public var isCached: Bool { flags & UInt32(RTM_F_CLONED) != 0 }

  /// From the payload of RTM_NEWROUTE: `rtmsg` and attributes; one for each next hop of a multipath route.
  static func each(_ payload: ArraySlice<UInt8>) -> [RouteFacts] {
    guard payload.count >= 12, let family = IPAddress.Family(number: payload.load(at: 0)) else { return [] }
    let attributes = Attributes(payload.dropFirst(12))
    let length: UInt8 = payload.load(at: 1)
    let destination = attributes.bytes(Int(RTA_DST.rawValue)).flatMap { IPAddress(family, $0) }
    let route = RouteFacts(
      family: family,
      destination: length == 0 ? nil : destination.flatMap { IPPrefix($0, length: length) },
      table: attributes.value(Int(RTA_TABLE.rawValue)) ?? UInt32(payload.load(UInt8.self, at: 4)),
      kind: Kind(rawValue: payload.load(at: 7)) ?? .other,
      metric: attributes.value(Int(RTA_PRIORITY.rawValue)) ?? 0,
      gateway: gateway(attributes, family), interfaceIndex: attributes.value(Int(RTA_OIF.rawValue)),
      preferredSource: attributes.bytes(Int(RTA_PREFSRC.rawValue)).flatMap { IPAddress(family, $0) },
      scope: payload.load(at: 6), protocolNumber: payload.load(at: 5), flags: payload.load(at: 8))
    guard var rest = attributes.bytes(Int(RTA_MULTIPATH.rawValue)) else { return [route] }
    var hops: [RouteFacts] = []
    // struct rtnexthop: length u16, flags u8, hops u8, interface s32, then attributes.
    while rest.count >= 8 {
      let size = Int(rest.load(UInt16.self, at: 0))
      guard size >= 8, size <= rest.count else { break }
      var hop = route
      hop.flags |= UInt32(rest.load(UInt8.self, at: 2))
      hop.interfaceIndex = rest.load(at: 4)
      hop.gateway = gateway(Attributes(rest.prefix(size).dropFirst(8)), family)
      hops.append(hop)
      rest = rest.dropFirst((size + 3) & ~3)
    }
    return hops
  }

  /// RTA_GATEWAY, or RTA_VIA (its family as u16, then the address) where it is of the other family.
  private static func gateway(_ attributes: Attributes, _ family: IPAddress.Family) -> IPAddress? {
    if let bytes = attributes.bytes(Int(RTA_GATEWAY.rawValue)) { return IPAddress(family, bytes) }
    guard let via = attributes.bytes(Int(RTA_VIA.rawValue)), via.count > 2,
      let other = IPAddress.Family(number: UInt8(truncatingIfNeeded: via.load(UInt16.self, at: 0)))
    else { return nil }
    return IPAddress(other, via.dropFirst(2))
  }
}

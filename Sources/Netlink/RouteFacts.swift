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
  /// The bits of `RTNH_F_…`.
  public var flags: UInt32

  /// Facts as given, for tests and scripted sources.
  public init(
    family: IPAddress.Family, destination: IPPrefix? = nil, table: UInt32 = 254, kind: Kind = .unicast,
    metric: UInt32 = 0, gateway: IPAddress? = nil, interfaceIndex: Int32? = nil, preferredSource: IPAddress? = nil,
    flags: UInt32 = 0
  ) {
    self.family = family
    self.destination = destination
    self.table = table
    self.kind = kind
    self.metric = metric
    self.gateway = gateway
    self.interfaceIndex = interfaceIndex
    self.preferredSource = preferredSource
    self.flags = flags
  }

  /// Its interface has no carrier. The corresponding C constant is `RTNH_F_LINKDOWN`.
  public var isLinkDown: Bool { flags & UInt32(RTNH_F_LINKDOWN) != 0 }
  /// Its interface is down. The corresponding C constant is `RTNH_F_DEAD`.
  public var isDead: Bool { flags & UInt32(RTNH_F_DEAD) != 0 }

  /// From the payload of RTM_NEWROUTE: `rtmsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 12, let family = IPAddress.Family(number: payload.load(at: 0)) else { return nil }
    let attributes = Attributes(payload.dropFirst(12))
    let length: UInt8 = payload.load(at: 1)
    let destination = attributes.bytes(Int(RTA_DST.rawValue)).flatMap { IPAddress(family, $0) }
    self.init(
      family: family,
      destination: length == 0 ? nil : destination.flatMap { IPPrefix($0, length: length) },
      table: attributes.value(Int(RTA_TABLE.rawValue)) ?? UInt32(payload.load(UInt8.self, at: 4)),
      kind: Kind(rawValue: payload.load(at: 7)) ?? .other,
      metric: attributes.value(Int(RTA_PRIORITY.rawValue)) ?? 0,
      gateway: attributes.bytes(Int(RTA_GATEWAY.rawValue)).flatMap { IPAddress(family, $0) },
      interfaceIndex: attributes.value(Int(RTA_OIF.rawValue)),
      preferredSource: attributes.bytes(Int(RTA_PREFSRC.rawValue)).flatMap { IPAddress(family, $0) },
      flags: payload.load(at: 8))
  }
}

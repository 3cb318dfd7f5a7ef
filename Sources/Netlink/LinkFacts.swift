internal import CNetlink
internal import Glibc

/// What the kernel says of an interface. Equivalent to a line of `ip -d link`.
public struct LinkFacts: Hashable, Sendable {
  /// The interface's number in its namespace.
  public var index: Int32
  /// Its name.
  public var name: String
  /// Its kind, such as `veth`; nil for hardware.
  public var kind: String?
  /// The hardware type. The corresponding C constants are `ARPHRD_…`.
  public var hardwareType: UInt16
  /// Its flags.
  public var flags: LinkFlags
  /// Its operational state.
  public var operationalState: OperationalState
  /// Whether there is a carrier; nil where the kernel does not say.
  public var carrier: Bool?
  /// The largest packet, in bytes.
  public var mtu: UInt32
  /// Its address.
  public var address: HardwareAddress?
  /// The interface it is paired with or stands on (`IFLA_LINK`).
  public var peerIndex: Int32?
  /// The namespace of ``peerIndex``, as this namespace numbers it (`IFLA_LINK_NETNSID`).
  public var peerNamespaceID: Int32?
  /// The bridge or bond it belongs to.
  public var masterIndex: Int32?

  /// Facts as given, for tests and scripted sources.
  public init(
    index: Int32, name: String, kind: String? = nil, hardwareType: UInt16 = 1, flags: LinkFlags = [],
    operationalState: OperationalState = .unknown, carrier: Bool? = nil, mtu: UInt32 = 1500,
    address: HardwareAddress? = nil, peerIndex: Int32? = nil, peerNamespaceID: Int32? = nil, masterIndex: Int32? = nil
  ) {
    self.index = index
    self.name = name
    self.kind = kind
    self.hardwareType = hardwareType
    self.flags = flags
    self.operationalState = operationalState
    self.carrier = carrier
    self.mtu = mtu
    self.address = address
    self.peerIndex = peerIndex
    self.peerNamespaceID = peerNamespaceID
    self.masterIndex = masterIndex
  }

  /// From the payload of RTM_NEWLINK: `ifinfomsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    // Bridges announce their ports under their own family: RTM_DELLINK of AF_BRIDGE is a port that left, not a link gone.
    guard payload.count >= 16, payload.load(UInt8.self, at: 0) == UInt8(AF_UNSPEC) else { return nil }
    let attributes = Attributes(payload.dropFirst(16))
    // What a Wi-Fi driver has to say of itself (wext) comes as a link message with little of the link in it.
    guard attributes.bytes(Int(IFLA_WIRELESS)) == nil else { return nil }
    guard let name = attributes.string(Int(IFLA_IFNAME)) else { return nil }
    self.init(
      index: payload.load(at: 4), name: name, kind: attributes.nested(Int(IFLA_LINKINFO))?.string(Int(IFLA_INFO_KIND)),
      hardwareType: payload.load(at: 2), flags: LinkFlags(rawValue: payload.load(at: 8)),
      operationalState: attributes.value(Int(IFLA_OPERSTATE)).flatMap(OperationalState.init) ?? .unknown,
      carrier: attributes.value(Int(IFLA_CARRIER), as: UInt8.self).map { $0 != 0 },
      mtu: attributes.value(Int(IFLA_MTU)) ?? 0,
      address: attributes.bytes(Int(IFLA_ADDRESS)).map { HardwareAddress(bytes: Array($0)) },
      peerIndex: attributes.value(Int(IFLA_LINK)), peerNamespaceID: attributes.value(Int(IFLA_LINK_NETNSID)),
      masterIndex: attributes.value(Int(IFLA_MASTER)))
  }
}

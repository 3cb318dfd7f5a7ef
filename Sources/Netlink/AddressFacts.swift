internal import CNetlink

/// An address of an interface. Equivalent to a line of `ip address`.
public struct AddressFacts: Hashable, Sendable {
  /// The interface.
  public var interfaceIndex: Int32
  /// The address and its network's length.
  public var prefix: IPPrefix
  /// The other end of a point-to-point link.
  public var peer: IPAddress?
  /// How far it is valid. The corresponding C constants are `RT_SCOPE_…`: 0 universe, 253 link, 254 host.
  public var scope: UInt8
  /// The bits of `IFA_F_…`.
  public var flags: UInt32

  /// Facts as given, for tests and scripted sources.
  public init(interfaceIndex: Int32, prefix: IPPrefix, peer: IPAddress? = nil, scope: UInt8 = 0, flags: UInt32 = 0) {
    self.interfaceIndex = interfaceIndex
    self.prefix = prefix
    self.peer = peer
    self.scope = scope
    self.flags = flags
  }

  /// Duplicate address detection is not over. The corresponding C constant is `IFA_F_TENTATIVE`.
  public var isTentative: Bool { flags & UInt32(IFA_F_TENTATIVE) != 0 }
  /// Usable although tentative. The corresponding C constant is `IFA_F_OPTIMISTIC`.
  public var isOptimistic: Bool { flags & UInt32(IFA_F_OPTIMISTIC) != 0 }
  /// Not for new connections. The corresponding C constant is `IFA_F_DEPRECATED`.
  public var isDeprecated: Bool { flags & UInt32(IFA_F_DEPRECATED) != 0 }
  /// Someone else has it. The corresponding C constant is `IFA_F_DADFAILED`.
  public var dadFailed: Bool { flags & UInt32(IFA_F_DADFAILED) != 0 }

  /// From the payload of RTM_NEWADDR: `ifaddrmsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 8, let family = IPAddress.Family(number: payload.load(at: 0)) else { return nil }
    let attributes = Attributes(payload.dropFirst(8))
    // IFA_LOCAL is the own address of a point-to-point IPv4 link, where IFA_ADDRESS is the other end's.
    let local = attributes.bytes(Int(IFA_LOCAL)) ?? attributes.bytes(Int(IFA_ADDRESS))
    guard let local, let address = IPAddress(family, local),
      let prefix = IPPrefix(address, length: payload.load(at: 1))
    else { return nil }
    let other = attributes.bytes(Int(IFA_ADDRESS)).flatMap { IPAddress(family, $0) }
    self.init(
      interfaceIndex: payload.load(at: 4), prefix: prefix, peer: other == address ? nil : other,
      scope: payload.load(at: 3), flags: attributes.value(Int(IFA_FLAGS)) ?? UInt32(payload.load(UInt8.self, at: 2)))
  }
}

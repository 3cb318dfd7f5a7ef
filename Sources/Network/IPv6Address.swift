public import Foundation
internal import Netlink

/// An IPv6 address.
public struct IPv6Address: IPAddress, Hashable, Sendable, CustomDebugStringConvertible {
  private let bytes: [UInt8]
  /// The interface that the address is limited to.
  public let interface: NWInterface?

  private init(_ first: UInt16, _ last: UInt16) {
    bytes =
      [UInt8(first >> 8), UInt8(first & 0xff)] + [UInt8](repeating: 0, count: 12)
      + [UInt8(last >> 8), UInt8(last & 0xff)]
    interface = nil
  }

  /// Sixteen bytes in network order; nil for any other count.
  public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
    guard rawValue.count == 16 else { return nil }
    bytes = Array(rawValue)
    self.interface = interface
  }

  /// Reads `2001:db8::1`, with an interface after `%` where there is one.
  public init?(_ string: String) {
    guard let scoped = ScopedText(string), scoped.address.family == .ipv6 else { return nil }
    bytes = scoped.address.bytes
    interface = scoped.interface
  }

  /// ::.
  public static let any = IPv6Address(0, 0)
  /// ::1.
  public static let loopback = IPv6Address(0, 1)
  /// ff02::1, all nodes of the link.
  public static let linkLocalNodes = IPv6Address(0xff02, 1)
  /// ff02::2, all routers of the link.
  public static let linkLocalRouters = IPv6Address(0xff02, 2)

  /// Sixteen bytes in network order.
  public var rawValue: Data { Data(bytes) }
  /// ::.
  public var isAny: Bool { bytes.allSatisfy { $0 == 0 } }
  /// ::1.
  public var isLoopback: Bool { bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 }
  /// fe80::/10.
  public var isLinkLocal: Bool { bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 }
  /// fc00::/7.
  public var isUniqueLocal: Bool { bytes[0] & 0xfe == 0xfc }
  /// ff00::/8.
  public var isMulticast: Bool { bytes[0] == 0xff }
  /// ::ffff:0:0/96.
  public var isIPv4Mapped: Bool { bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff }
  /// The IPv4 address that it stands for; nil if it is no mapped one.
  public var asIPv4: IPv4Address? { isIPv4Mapped ? IPv4Address(Data(bytes.suffix(4)), interface) : nil }
  /// The address, with the interface where there is one.
  public var debugDescription: String { ScopedText.text(bytes, interface) }
}

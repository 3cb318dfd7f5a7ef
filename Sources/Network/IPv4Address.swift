public import Foundation
internal import Netlink

/// An IPv4 address.
public struct IPv4Address: IPAddress, Hashable, Sendable, CustomDebugStringConvertible {
  private let bytes: [UInt8]
  /// The interface that the address is limited to.
  public let interface: NWInterface?

  private init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    bytes = [a, b, c, d]
    interface = nil
  }

  /// Four bytes in network order; nil for any other count.
  public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
    guard rawValue.count == 4 else { return nil }
    bytes = Array(rawValue)
    self.interface = interface
  }

  /// Reads `192.0.2.1`, with an interface after `%` where there is one.
  public init?(_ string: String) {
    guard let scoped = ScopedText(string), scoped.address.family == .ipv4 else { return nil }
    bytes = scoped.address.bytes
    interface = scoped.interface
  }

  /// 0.0.0.0.
  public static let any = IPv4Address(0, 0, 0, 0)
  /// 255.255.255.255.
  public static let broadcast = IPv4Address(255, 255, 255, 255)
  /// 127.0.0.1.
  public static let loopback = IPv4Address(127, 0, 0, 1)
  /// 224.0.0.1, all hosts of the link.
  public static let allHostsGroup = IPv4Address(224, 0, 0, 1)
  /// 224.0.0.2, all routers of the link.
  public static let allRoutersGroup = IPv4Address(224, 0, 0, 2)
  /// 224.0.0.251, multicast DNS.
  public static let mdnsGroup = IPv4Address(224, 0, 0, 251)

  /// Four bytes in network order.
  public var rawValue: Data { Data(bytes) }
  /// 127.0.0.0/8.
  public var isLoopback: Bool { bytes[0] == 127 }
  /// 169.254.0.0/16.
  public var isLinkLocal: Bool { bytes[0] == 169 && bytes[1] == 254 }
  /// 224.0.0.0/4.
  public var isMulticast: Bool { bytes[0] & 0xf0 == 224 }
  /// The address, with the interface where there is one.
  public var debugDescription: String { ScopedText.text(bytes, interface) }
}

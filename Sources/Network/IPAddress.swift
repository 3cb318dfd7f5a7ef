public import Foundation

/// An IPv4 or IPv6 address.
public protocol IPAddress {
  /// Four or sixteen bytes in network order; nil for any other count.
  init?(_ rawValue: Data, _ interface: NWInterface?)
  /// Reads an address as `inet_pton(3)` does, with an interface after `%` where there is one. No look-up is made.
  init?(_ string: String)
  /// Four or sixteen bytes in network order.
  var rawValue: Data { get }
  /// The interface that the address is limited to.
  var interface: NWInterface? { get }
  /// Whether it is of this machine itself.
  var isLoopback: Bool { get }
  /// Whether it is valid on one link only.
  var isLinkLocal: Bool { get }
  /// Whether it is a group's.
  var isMulticast: Bool { get }
}

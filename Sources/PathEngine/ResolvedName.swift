public import Netlink

/// What a look-up found.
public struct ResolvedName: Hashable, Sendable {
  /// The addresses in order of preference; none if the name does not resolve.
  public let addresses: [IPAddress]
  /// Why there are none, in words; nil if there are.
  public let failure: String?

  /// A name with addresses.
  public init(addresses: [IPAddress]) {
    self.addresses = addresses
    failure = addresses.isEmpty ? "no addresses" : nil
  }

  /// A name without.
  public init(failure: String) {
    addresses = []
    self.failure = failure
  }
}

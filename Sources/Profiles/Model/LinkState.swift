/// Whether a profile's link is there at all.
public enum LinkState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The interface is up and has a carrier.
  case up
  /// The interface is administratively down: addresses of IPv6 and routes go. Equivalent to `ip link set dev DEV down`.
  case down
  /// The interface is up without a carrier, as with the cable pulled: addresses and routes stay.
  case noCarrier
}

/// A direction of the link, as seen from the client.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  /// Towards the client.
  case downlink
  /// From the client.
  case uplink
}

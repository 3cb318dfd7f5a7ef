/// Which way a link is measured.
public enum MeasuredDirection: String, Hashable, Sendable, Codable, CaseIterable {
  /// From the origin to the client.
  case downlink
  /// From the client to the origin.
  case uplink
}

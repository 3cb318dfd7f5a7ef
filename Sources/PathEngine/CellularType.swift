/// The generation of a mobile network.
public enum CellularType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nobody says.
  case unknown
  /// GPRS, EDGE, CDMA.
  case secondGeneration = "2G"
  /// UMTS, HSPA, EV-DO.
  case thirdGeneration = "3G"
  /// LTE.
  case lte = "LTE"
  /// 5G.
  case nr = "NR"
}

/// What kind of mobile network a cellular link looks like.
public enum RadioTechnology: String, Hashable, Sendable, Codable, CaseIterable {
  /// GPRS, EDGE.
  case secondGeneration = "2G"
  /// UMTS, HSPA.
  case thirdGeneration = "3G"
  /// LTE.
  case lte = "LTE"
  /// 5G New Radio.
  case newRadio = "NR"
}

internal import Glibc

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The address family.
  public enum Family: Hashable, Sendable, CaseIterable, Codable {
    /// The corresponding C constant is `AF_INET`.
    case ipv4
    /// The corresponding C constant is `AF_INET6`.
    case ipv6

    init?(number: UInt8) {
      switch Int32(number) {
      case AF_INET: self = .ipv4
      case AF_INET6: self = .ipv6
      default: return nil
      }
    }

    var number: UInt8 { UInt8(self == .ipv4 ? AF_INET : AF_INET6) }
    var addressLength: Int { self == .ipv4 ? 4 : 16 }
  }

  /// The family.
  public let family: Family
  /// Four or sixteen bytes in network order.
  public let bytes: [UInt8]

  init?(_ family: Family, _ bytes: some Collection<UInt8>) {
    guard bytes.count == family.addressLength else { return nil }
    self.family = family
    self.bytes = Array(bytes)
  }

  /// An address of four or sixteen bytes in network order; nil for any other count.
  public init?(bytes: [UInt8]) { self.init(bytes.count == 4 ? .ipv4 : .ipv6, bytes) }

  /// Reads `192.0.2.1` or `2001:db8::1`.
  public init?(_ description: String) {
    // C would stop at a NUL and take what is before it.
    guard !description.utf8.contains(0) else { return nil }
    for family in Family.allCases {
      var bytes = [UInt8](repeating: 0, count: family.addressLength)
      if inet_pton(Int32(family.number), description, &bytes) == 1 {
        self.init(family, bytes)
        return
      }
    }
    return nil
  }

  /// The address as text.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(Int32(family.number), bytes, &text, socklen_t(text.count))
    return text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// 127.0.0.0/8 or ::1.
  public var isLoopback: Bool { family == .ipv4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1] }
  /// 169.254.0.0/16 or fe80::/10.
  public var isLinkLocal: Bool {
    family == .ipv4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }
  /// 0.0.0.0 or ::.
  public var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// IPv4 before IPv6, then by bytes.
  public static func < (a: IPAddress, b: IPAddress) -> Bool {
    a.family == b.family ? a.bytes.lexicographicallyPrecedes(b.bytes) : a.family == .ipv4
  }
}

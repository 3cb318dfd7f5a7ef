/// Which frames conditions are for; the others cross the link unimpaired.
public enum RelayFamily: Hashable, Sendable {
  /// All of them.
  case any
  /// Those of IPv4 (EtherType 0x0800).
  case ipv4
  /// Those of IPv6 (EtherType 0x86dd).
  case ipv6

  /// Whether a frame is one of them.
  func holds(_ frame: UnsafeRawBufferPointer) -> Bool {
    guard self != .any else { return true }
    guard frame.count >= 14 else { return false }
    let type = UInt16(frame[12]) << 8 | UInt16(frame[13])
    return type == (self == .ipv4 ? 0x0800 : 0x86dd)
  }
}

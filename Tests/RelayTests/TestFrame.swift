/// Ethernet frames written by hand, for the parts of the relay that look into them.
enum TestFrame {
  static let udp: UInt8 = 17
  static let tcp: UInt8 = 6
  static let icmp: UInt8 = 1

  /// An IPv4 frame: Ethernet header, a header of 20 bytes (or more, by `optionWords`), then ports or, with ICMP, the echo's
  /// type and identifier in the same four bytes and the two after the checksum.
  static func ipv4(
    from source: [UInt8] = [192, 0, 2, 2], to destination: [UInt8] = [203, 0, 113, 1], _ transport: UInt8,
    _ sourcePort: UInt16, _ destinationPort: UInt16, optionWords: Int = 0, fragmentOffset: UInt16 = 0, length: Int = 98
  ) -> [UInt8] {
    var frame = ethernet(0x0800)
    frame += [0x45 + UInt8(optionWords), 0, 0, 0, 0, 0]  // version and header length, TOS, length, identification
    frame += bytes(fragmentOffset) + [64, transport, 0, 0]  // flags and fragment offset, TTL, protocol, checksum
    frame += source + destination + [UInt8](repeating: 1, count: optionWords * 4)
    frame += bytes(sourcePort) + bytes(destinationPort)
    return padded(frame, length)
  }

  /// An IPv6 frame without extension headers.
  static func ipv6(
    from source: [UInt8] = address(2), to destination: [UInt8] = address(1), _ transport: UInt8,
    _ sourcePort: UInt16, _ destinationPort: UInt16, length: Int = 118
  ) -> [UInt8] {
    var frame = ethernet(0x86dd)
    frame += [0x60, 0, 0, 0, 0, 0, transport, 64]  // version and flow label, length, next header, hop limit
    frame += source + destination
    frame += bytes(sourcePort) + bytes(destinationPort)
    return padded(frame, length)
  }

  static func arp() -> [UInt8] { padded(ethernet(0x0806), 42) }

  /// 2001:db8::last
  static func address(_ last: UInt8) -> [UInt8] {
    [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [last]
  }

  private static func ethernet(_ type: UInt16) -> [UInt8] {
    [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2] + bytes(type)
  }

  private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }

  private static func padded(_ frame: [UInt8], _ length: Int) -> [UInt8] {
    frame + [UInt8](repeating: 0, count: max(0, length - frame.count))
  }
}

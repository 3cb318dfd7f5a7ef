/// Which conversation a frame belongs to, as one number that is the same on any machine.
///
/// Addresses, protocol and the port of the service go in; the port that a client draws anew for each connection does not,
/// nor do ICMP echo identifiers. The two directions of a conversation have different keys.
struct FlowKey: Hashable {
  let hash: UInt64

  /// Ports from here on are drawn by the system (`net.ipv4.ip_local_port_range`) and so different in each run: a
  /// conversation between two such ports has none in its key.
  private static let firstEphemeralPort: UInt16 = 32_768

  init(_ frame: UnsafeRawBufferPointer) {
    var hash = SeededMix(0x6c69_6e6b_636f_6e64)
    let type = Self.word(frame, 12)
    hash.absorb(UInt64(type))
    switch type {
    case 0x0800 where frame.count >= 34:
      hash.absorb(Self.long(frame, 26))
      hash.absorb(Self.long(frame, 30))
      let isFragment = Self.word(frame, 20) & 0x1fff != 0
      let header = 14 + Int(frame[14] & 0x0f) * 4
      Self.absorbTransport(&hash, frame, protocolNumber: frame[23], at: isFragment ? frame.count : header)
    case 0x86dd where frame.count >= 54:
      var offset = 22
      while offset < 54 {
        hash.absorb(Self.long(frame, offset))
        offset += 4
      }
      Self.absorbTransport(&hash, frame, protocolNumber: frame[20], at: 54)
    default: break
    }
    self.hash = hash.value
  }

  /// Whether a frame is UDP to port 53, which the DNS delay holds back.
  static func isDNSQuery(_ frame: UnsafeRawBufferPointer) -> Bool {
    switch word(frame, 12) {
    case 0x0800 where frame.count >= 42:
      let header = 14 + Int(frame[14] & 0x0f) * 4
      return frame[23] == 17 && word(frame, 20) & 0x1fff == 0 && word(frame, header + 2) == 53
    case 0x86dd where frame.count >= 62: return frame[20] == 17 && word(frame, 56) == 53
    default: return false
    }
  }

  private static func absorbTransport(
    _ hash: inout SeededMix, _ frame: UnsafeRawBufferPointer, protocolNumber: UInt8, at offset: Int
  ) {
    hash.absorb(UInt64(protocolNumber))
    guard protocolNumber == 6 || protocolNumber == 17, offset + 4 <= frame.count else { return }
    let port = min(word(frame, offset), word(frame, offset + 2))
    hash.absorb(port < firstEphemeralPort ? UInt64(port) : 0)
  }

  private static func word(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
    guard offset + 2 <= frame.count else { return 0 }
    return UInt16(frame[offset]) << 8 | UInt16(frame[offset + 1])
  }

  private static func long(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(word(frame, offset)) << 16 | UInt64(word(frame, offset + 2))
  }
}

/// Which conversation a frame belongs to, as one number that is the same on any machine.
///
/// Addresses, protocol and the lower port go in; the higher port, which a client draws anew for each connection, does not.
/// ICMP echo identifiers do not either.
struct FlowKey: Hashable {
  let hash: UInt64

  init(_ frame: UnsafeRawBufferPointer) {
    var hash = SeededMix(0x6c69_6e6b_636f_6e64)
    let type = Self.word(frame, 12)
    hash.absorb(UInt64(type))
    switch type {
    case 0x0800 where frame.count >= 34:
      hash.absorb(Self.long(frame, 26), Self.long(frame, 30))
      let isFragment = Self.word(frame, 20) & 0x1fff != 0
      let header = 14 + Int(frame[14] & 0x0f) * 4
      hash.absorbTransport(frame, protocolNumber: frame[23], at: isFragment ? frame.count : header)
    case 0x86dd where frame.count >= 54:
      for offset in stride(from: 22, to: 54, by: 4) { hash.absorb(Self.long(frame, offset)) }
      hash.absorbTransport(frame, protocolNumber: frame[20], at: 54)
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

  fileprivate static func word(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
    guard offset + 2 <= frame.count else { return 0 }
    return UInt16(frame[offset]) << 8 | UInt16(frame[offset + 1])
  }

  private static func long(_ frame: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(word(frame, offset)) << 16 | UInt64(word(frame, offset + 2))
  }
}

extension SeededMix {
  fileprivate mutating func absorb(_ values: UInt64...) {
    for value in values { absorb(value) }
  }

  fileprivate mutating func absorbTransport(_ frame: UnsafeRawBufferPointer, protocolNumber: UInt8, at offset: Int) {
    absorb(UInt64(protocolNumber))
    guard protocolNumber == 6 || protocolNumber == 17, offset + 4 <= frame.count else { return }
    absorb(UInt64(min(FlowKey.word(frame, offset), FlowKey.word(frame, offset + 2))))
  }
}

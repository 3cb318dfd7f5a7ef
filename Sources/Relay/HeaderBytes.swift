/// Flags of TCP that not every segment of a super-frame has.
enum TCPFlags {
  static let fin: UInt8 = 0x01
  static let push: UInt8 = 0x08
  /// CWR: the congestion window was reduced.
  static let reduced: UInt8 = 0x80
}

extension UnsafeMutableRawPointer {
  /// A number that a header has in two bytes.
  func number(at offset: Int) -> UInt16 { loadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian }

  func setNumber(_ number: UInt16, at offset: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt16.self)
  }

  /// Computes the checksum of an IPv4 header behind Ethernet's.
  func setIPv4Checksum(headerBytes: Int) {
    setNumber(0, at: 24)
    var sum = InternetChecksum()
    sum.add(self + 14, count: headerBytes)
    storeBytes(of: sum.checksum, toByteOffset: 24, as: UInt16.self)
  }
}

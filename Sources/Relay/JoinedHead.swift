internal import LinuxSystem

/// What a message to the kernel starts with: an ``OffloadHeader``, and the headers that segments of a super-frame share.
enum JoinedHead {
  /// Ethernet, the longest header of IPv4 and the longest of TCP.
  private static let mostHeaderBytes = 14 + 60 + 60
  /// Room for one.
  static let capacity = 144

  /// Writes what stands in front of a frame that goes as it is.
  static func writePlain(to place: UnsafeMutableRawPointer) {
    place.storeBytes(of: OffloadHeader(), as: OffloadHeader.self)
  }

  /// Writes what stands in front of the payloads of segments that a ``SuperFrame`` was cut into and that can be joined.
  ///
  /// - Parameters:
  ///   - first: The first of `count`, `firstLength` bytes long, as all are but the last.
  ///   - last: The last of them, `lastLength` bytes long.
  /// - Returns: how many bytes of headers each of the segments has.
  static func write(
    count: Int, first: UnsafeMutablePointer<UInt8>, firstLength: Int, last: UnsafeMutablePointer<UInt8>,
    lastLength: Int, to place: UnsafeMutableRawPointer
  ) -> Int {
    let isIPv4 = first[12] == 0x08
    let transport = isIPv4 ? 14 + Int(first[14] & 0x0f) * 4 : 54
    let headerBytes = transport + Int(first[transport + 12] >> 4) * 4
    let length = (firstLength - headerBytes) * (count - 1) + lastLength
    precondition(headerBytes <= mostHeaderBytes && headerBytes < firstLength)
    let flags = first[transport + 13] | last[transport + 13] & (TCPFlags.fin | TCPFlags.push)
    place.storeBytes(
      of: OffloadHeader(
        isIPv4 ? .tcpOverIPv4 : .tcpOverIPv6, segmentBytes: firstLength - headerBytes, headerBytes: headerBytes,
        transport: transport, hasECN: flags & TCPFlags.reduced != 0), as: OffloadHeader.self)
    let bytes = place + MemoryLayout<OffloadHeader>.size
    bytes.copyMemory(from: first, byteCount: headerBytes)
    if isIPv4 {
      bytes.setNumber(UInt16(length - 14), at: 16)
      bytes.setIPv4Checksum(headerBytes: transport - 14)
    } else {
      bytes.setNumber(UInt16(length - 54), at: 18)
    }
    bytes.storeBytes(of: flags, toByteOffset: transport + 13, as: UInt8.self)
    var pseudo = InternetChecksum()
    if isIPv4 { pseudo.add(bytes + 26, count: 8) } else { pseudo.add(bytes + 22, count: 32) }
    pseudo.add(6)
    pseudo.add(UInt16(length - transport))
    bytes.storeBytes(of: pseudo.folded, toByteOffset: transport + 16, as: UInt16.self)
    return headerBytes
  }
}

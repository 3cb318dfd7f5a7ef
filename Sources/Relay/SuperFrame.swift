internal import LinuxSystem

/// A frame that its sender left to be cut into segments of TCP: where what is in it, and what each segment is.
///
/// Segments are what the sender's kernel would have sent without the offload: headers alike but for lengths, IPv4's
/// identification, the sequence number, flags of the first or last only, and checksums.
struct SuperFrame {
  /// A place in the link's memory has room for any segment.
  private static let mostHeaderBytes = 256

  private let isIPv4: Bool
  /// Where TCP's header begins.
  private let transport: Int
  /// Where the payload begins.
  private let headerBytes: Int
  private let segmentBytes: Int
  private let length: Int
  /// The frame's first bytes, all headers among them, and those behind.
  private let front: UnsafeRawBufferPointer
  private let rest: UnsafeRawPointer

  /// How many segments it is, at least one.
  let count: Int
  /// Whether segments that leave side by side can be told to the kernel as one frame again.
  let canBeJoined: Bool

  /// Looks into a frame.
  ///
  /// - Parameters:
  ///   - front: Its first bytes, as many as there are, up to what a slot holds.
  ///   - rest: Those behind.
  /// - Returns: nil if it is none that could be cut.
  init?(_ header: OffloadHeader, front: UnsafeRawBufferPointer, rest: UnsafeRawPointer, length: Int) {
    let transport = Int(header.checksumStart)
    let type = header.segmentation
    guard type == .tcpOverIPv4 || type == .tcpOverIPv6, header.needsChecksum, header.checksumOffset == 16,
      header.segmentBytes > 0, transport >= 34, transport + 20 <= min(front.count, Self.mostHeaderBytes)
    else { return nil }
    isIPv4 = type == .tcpOverIPv4
    headerBytes = transport + Int(front[transport + 12] >> 4) * 4
    segmentBytes = Int(header.segmentBytes)
    guard isIPv4 ? Self.isTCPOverIPv4(front, at: transport) : Self.isTCPOverIPv6(front, at: transport),
      headerBytes >= transport + 20, headerBytes <= min(front.count, Self.mostHeaderBytes), headerBytes < length,
      headerBytes + segmentBytes <= FramePool.frameCapacity,
      // More than IP's own length can say; whoever may write to packet sockets can make it all the same.
      length - (isIPv4 ? 14 : 54) <= 65_535
    else { return nil }
    canBeJoined = isIPv4 || transport == 54
    count = (length - headerBytes + segmentBytes - 1) / segmentBytes
    self.transport = transport
    self.length = length
    self.front = front
    self.rest = rest
  }

  /// Whether TCP's header is right behind IPv4's. In a tunnel it is not, and there are other lengths and sums to be written.
  private static func isTCPOverIPv4(_ front: UnsafeRawBufferPointer, at transport: Int) -> Bool {
    front[12] == 0x08 && front[13] == 0x00 && front[23] == 6 && transport == 14 + Int(front[14] & 0x0f) * 4
  }

  /// Whether nothing but options and a route are between IPv6's header and TCP's.
  private static func isTCPOverIPv6(_ front: UnsafeRawBufferPointer, at transport: Int) -> Bool {
    guard front[12] == 0x86, front[13] == 0xdd else { return false }
    var (next, offset) = (front[20], 54)
    // Hop-by-hop options, a routing header, destination options.
    while next == 0 || next == 43 || next == 60, offset + 2 <= transport {
      next = front[offset]
      offset += 8 + Int(front[offset + 1]) * 8
    }
    return next == 6 && offset == transport
  }

  /// How long a segment's frame is.
  func length(of segment: Int) -> Int { headerBytes + payload(of: segment) }

  private func payload(of segment: Int) -> Int { min(segmentBytes, length - headerBytes - segment * segmentBytes) }

  /// Writes a segment's whole frame.
  func write(_ segment: Int, to place: UnsafeMutablePointer<UInt8>) {
    guard let start = front.baseAddress else { return }
    let bytes = UnsafeMutableRawPointer(place)
    bytes.copyMemory(from: start, byteCount: headerBytes)
    copyPayload(segment, to: bytes + headerBytes, from: start)

    let total = length(of: segment)
    if isIPv4 {
      bytes.setNumber(UInt16(total - 14), at: 16)
      bytes.setNumber(bytes.number(at: 18) &+ UInt16(truncatingIfNeeded: segment), at: 18)
      bytes.setIPv4Checksum(headerBytes: transport - 14)
    } else {
      bytes.setNumber(UInt16(total - 54), at: 18)
    }
    let sequence = bytes.loadUnaligned(fromByteOffset: transport + 4, as: UInt32.self).bigEndian
    let own = sequence &+ UInt32(truncatingIfNeeded: segment * segmentBytes)
    bytes.storeBytes(of: own.bigEndian, toByteOffset: transport + 4, as: UInt32.self)
    var flags = bytes.load(fromByteOffset: transport + 13, as: UInt8.self)
    if segment > 0 { flags &= ~TCPFlags.reduced }
    if segment + 1 < count { flags &= ~(TCPFlags.fin | TCPFlags.push) }
    bytes.storeBytes(of: flags, toByteOffset: transport + 13, as: UInt8.self)

    // In its place is the pseudo-header's sum, with the length of the whole.
    var checksum = InternetChecksum()
    checksum.subtract(UInt16(truncatingIfNeeded: length - transport))
    checksum.add(UInt16(total - transport))
    checksum.add(bytes + transport, count: total - transport)
    bytes.storeBytes(of: checksum.checksum, toByteOffset: transport + 16, as: UInt16.self)
  }

  private func copyPayload(_ segment: Int, to place: UnsafeMutableRawPointer, from start: UnsafeRawPointer) {
    let begin = headerBytes + segment * segmentBytes
    let end = begin + payload(of: segment)
    let inFront = max(0, min(end, front.count) - begin)
    if inFront > 0 { place.copyMemory(from: start + begin, byteCount: inFront) }
    guard end > front.count else { return }
    let from = max(begin, front.count)
    (place + (from - begin)).copyMemory(from: rest + (from - front.count), byteCount: end - from)
  }

  /// Computes the checksum that a frame was left without. Nothing to do where there is none to be computed.
  static func completeChecksum(_ header: OffloadHeader, _ frame: UnsafeMutableRawBufferPointer) {
    let start = Int(header.checksumStart)
    let place = start + Int(header.checksumOffset)
    guard header.needsChecksum, place + 2 <= frame.count, let bytes = frame.baseAddress else { return }
    var sum = InternetChecksum()
    sum.add(bytes + start, count: frame.count - start)
    // In UDP 0 says that there is none; both are the same number to who adds up (RFC 768).
    let checksum = sum.checksum
    bytes.storeBytes(of: checksum == 0 ? 0xffff : checksum, toByteOffset: place, as: UInt16.self)
  }
}

import LinuxSystem

@testable import Relay

/// A TCP segment in an Ethernet frame, or a super-frame, put together and summed up the plain way.
struct TCPFrame {
  static let fin: UInt8 = 0x01
  static let push: UInt8 = 0x08
  static let ack: UInt8 = 0x10
  static let reduced: UInt8 = 0x80
  /// Two NOPs and RFC 7323's time stamps.
  static let timestamps: [UInt8] = [1, 1, 8, 10, 0, 1, 2, 3, 4, 5, 6, 7]

  var isIPv4 = true
  var identification: UInt16 = 0x1234
  var sequence: UInt32 = 0x0102_0304
  var flags: UInt8 = Self.ack
  var options: [UInt8] = Self.timestamps
  var ipOptions: [UInt8] = []
  var payload: [UInt8] = []

  var transport: Int { isIPv4 ? 34 + ipOptions.count : 54 + ipOptions.count }
  var headerBytes: Int { transport + 20 + options.count }

  /// The frame with all its checksums; or, of a super-frame, with the pseudo-header's sum where TCP's checksum goes.
  func bytes(isWhole: Bool = true) -> [UInt8] {
    var tcp =
      Self.two(443) + Self.two(40_001) + Self.two(UInt16(sequence >> 16))
      + Self.two(UInt16(truncatingIfNeeded: sequence))
    tcp += [9, 8, 7, 6, UInt8((20 + options.count) / 4) << 4, flags, 1, 0, 0, 0, 0, 0] + options + payload
    let source: [UInt8] = isIPv4 ? [203, 0, 113, 1] : TestFrame.address(1)
    let destination: [UInt8] = isIPv4 ? [192, 0, 2, 2] : TestFrame.address(2)
    let pseudo = source + destination + Self.two(0) + Self.two(UInt16(tcp.count)) + [0, 6]
    let sum = isWhole ? ~Self.sum(pseudo + tcp) : Self.sum(pseudo)
    tcp.replaceSubrange(16..<18, with: Self.two(sum))
    var ip: [UInt8]
    if isIPv4 {
      ip = [0x45 + UInt8(ipOptions.count / 4), 0] + Self.two(UInt16(20 + ipOptions.count + tcp.count))
      ip += Self.two(identification) + [0x40, 0, 64, 6, 0, 0] + source + destination + ipOptions
      ip.replaceSubrange(10..<12, with: Self.two(~Self.sum(ip)))
    } else {
      ip = [0x60, 0, 0, 0] + Self.two(UInt16(ipOptions.count + tcp.count)) + [ipOptions.isEmpty ? 6 : 60, 64]
      ip += source + destination + ipOptions
    }
    return [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1] + (isIPv4 ? [0x08, 0x00] : [0x86, 0xdd]) + ip + tcp
  }

  /// What a sender's kernel would have sent without the offload.
  func segments(of size: Int) -> [[UInt8]] {
    let starts = Array(stride(from: 0, to: payload.count, by: size))
    return starts.enumerated().map { index, start in
      var segment = self
      segment.identification = identification &+ UInt16(truncatingIfNeeded: index)
      segment.sequence = sequence &+ UInt32(truncatingIfNeeded: start)
      if index > 0 { segment.flags &= ~Self.reduced }
      if index + 1 < starts.count { segment.flags &= ~(Self.fin | Self.push) }
      segment.payload = Array(payload[start..<min(start + size, payload.count)])
      return segment.bytes()
    }
  }

  func header(segmentBytes: Int) -> OffloadHeader {
    OffloadHeader(
      isIPv4 ? .tcpOverIPv4 : .tcpOverIPv6, segmentBytes: segmentBytes, headerBytes: headerBytes,
      transport: transport, hasECN: flags & Self.reduced != 0)
  }

  /// Lends the super-frame as the relay has it after reading: the first bytes in a slot, the rest elsewhere.
  func withSuperFrame<Result>(segmentBytes: Int, _ body: (SuperFrame?) -> Result) -> Result {
    let bytes = bytes(isWhole: false)
    let front = Array(bytes.prefix(FramePool.frameCapacity))
    let rest = Array(bytes.dropFirst(FramePool.frameCapacity)) + [0]
    return front.withUnsafeBytes { front in
      rest.withUnsafeBytes { rest in
        guard let start = rest.baseAddress else { return body(nil) }
        return body(
          SuperFrame(header(segmentBytes: segmentBytes), front: front, rest: start, length: bytes.count))
      }
    }
  }

  /// RFC 1071, word for word.
  static func sum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt32 = 0
    for index in stride(from: 0, to: bytes.count, by: 2) {
      sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
      if sum > 0xffff { sum = (sum & 0xffff) + 1 }
    }
    return UInt16(sum)
  }

  /// Different everywhere.
  static func payload(_ count: Int) -> [UInt8] {
    var mix = SeededMix(UInt64(count))
    return (0..<count).map {
      mix.absorb(UInt64($0))
      return UInt8(truncatingIfNeeded: mix.value >> 24)
    }
  }

  private static func two(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
}

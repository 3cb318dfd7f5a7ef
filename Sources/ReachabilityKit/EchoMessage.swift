internal import LinuxSystem

/// An ICMP echo request or answer as an ICMP echo socket sends and receives it: the kernel fills in identifier and checksum.
struct EchoMessage: Hashable, Sendable {
  /// Which of the requests of a socket, modulo 65536.
  var number: UInt16
  /// Tells an answer to one of this probe's requests from any other.
  var nonce: UInt64
  /// The whole sequence number of the probe.
  var sequence: UInt64

  /// Eight bytes of ICMP header and the sixteen of nonce and sequence.
  static let size = 24

  /// The types of request and answer: ICMP 8 and 0 (RFC 792), ICMPv6 128 and 129 (RFC 4443).
  private static func types(_ family: SocketAddress.Family) -> (request: UInt8, reply: UInt8) {
    family == .ipv4 ? (8, 0) : (128, 129)
  }

  /// A request for probe `sequence`.
  init(sequence: UInt64, nonce: UInt64) {
    number = UInt16(truncatingIfNeeded: sequence)
    self.nonce = nonce
    self.sequence = sequence
  }

  /// The request as bytes.
  func encodedRequest(_ family: SocketAddress.Family) -> [UInt8] {
    // Type, code 0, then checksum and identifier, which the kernel writes.
    [Self.types(family).request, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + payload
  }

  /// Nonce and sequence, which is also all that the UDP echo service is sent.
  var payload: [UInt8] {
    [nonce, sequence].flatMap { value in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }

  /// Reads an answer; nil for anything else.
  init?(decodingReply bytes: [UInt8], _ family: SocketAddress.Family) {
    guard bytes.count >= Self.size, bytes[0] == Self.types(family).reply, bytes[1] == 0 else { return nil }
    self.init(decodingPayload: bytes[8...])
    guard number == UInt16(bytes[6]) << 8 | UInt16(bytes[7]) else { return nil }
  }

  /// Reads what the UDP echo service sent back; nil for anything else.
  init?(decodingPayload bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 16 else { return nil }
    let words = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(sequence: words[1], nonce: words[0])
  }
}

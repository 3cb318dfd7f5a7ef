/// What a ``OriginServers``' measuring service and its client say to each other, over UDP.
///
/// 32 bytes in network order, padded with zeros in a train: `LCM1`, kind, a zero byte, payload size (2), session (8), number
/// (4), count (4), value (8).
public struct MeasurementDatagram: Hashable, Sendable {
  /// What it means. Requests go to the origin, answers come from it.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// One of a loss train; `number` counts from 0.
    case probe = 1
    /// The answer to it, of the same size: `number` as asked, `count` received in this session so far.
    case probeAnswer = 2
    /// Asks how many of the loss train came, without counting itself.
    case totalsRequest = 3
    /// The answer: `count` received in this session, `number` as asked.
    case totals = 4
    /// Asks for leave to order trains; `number` is any number.
    case open = 5
    /// The answer: `value` is the session's token, `number` as asked.
    case opened = 6
    /// Orders `count` frames of `payloadSize` as train `number`; `value` is the token.
    case trainRequest = 7
    /// A frame of a train, in either direction: train `number` of `count` frames, `value` its index.
    case trainFrame = 8
    /// Asks what came of train `number`, which went up.
    case reportRequest = 9
    /// The answer: `count` frames came, `value` nanoseconds between the first and the last.
    case report = 10
  }

  /// The port of the measuring service.
  public static let port: UInt16 = 9007
  /// The length without padding, in bytes.
  public static let headerSize = 32
  /// The largest payload, which fills an Ethernet frame over IPv4 (IPv6: 1452), in bytes.
  public static let largestPayload = 1472
  /// The longest train, in frames.
  public static let longestTrain = 64

  /// What it means.
  public var kind: Kind
  /// The payload of a train's frames, in bytes; 0 in all but a request for one.
  public var payloadSize: UInt16 = 0
  /// Chosen at random by the client; counts belong to it and to the client's address.
  public var session: UInt64
  /// See ``Kind``.
  public var number: UInt32 = 0
  /// See ``Kind``.
  public var count: UInt32 = 0
  /// See ``Kind``.
  public var value: UInt64 = 0

  /// A datagram.
  public init(
    _ kind: Kind, session: UInt64, number: UInt32 = 0, count: UInt32 = 0, value: UInt64 = 0, payloadSize: UInt16 = 0
  ) {
    self.kind = kind
    self.payloadSize = payloadSize
    self.session = session
    self.number = number
    self.count = count
    self.value = value
  }

  private static let magic: [UInt8] = Array("LCM1".utf8)

  /// Reads a datagram; nil for anything that is none.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, bytes[..<4].elementsEqual(Self.magic), let kind = Kind(rawValue: bytes[4])
    else { return nil }
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.kind = kind
    payloadSize = UInt16(number(6..<8))
    session = number(8..<16)
    self.number = UInt32(number(16..<20))
    count = UInt32(number(20..<24))
    value = number(24..<32)
  }

  /// The datagram as bytes, padded to `size` where that is more than the header.
  public func encoded(size: Int = headerSize) -> [UInt8] {
    var bytes = Self.magic + [kind.rawValue, 0]
    func append(_ value: UInt64, _ width: Int) {
      for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    append(UInt64(payloadSize), 2)
    append(session, 8)
    append(UInt64(number), 4)
    append(UInt64(count), 4)
    append(value, 8)
    if size > bytes.count { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
    return bytes
  }
}

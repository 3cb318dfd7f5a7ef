internal import CNetlink
internal import Glibc

/// A TCP socket as the kernel's table has it. Equivalent to a line of `ss -tin`.
public struct TCPSocketFacts: Hashable, Sendable {
  /// The states of RFC 9293, with the kernel's numbers.
  public enum State: UInt8, Hashable, Sendable {
    case established = 1
    case synSent, synReceived, finWait1, finWait2, timeWait, closed, closeWait, lastAck, listening, closing
    case newSynReceived

    /// As `ss` names it.
    public var name: String {
      switch self {
      case .established: "ESTAB"
      case .synSent: "SYN-SENT"
      case .synReceived, .newSynReceived: "SYN-RECV"
      case .finWait1: "FIN-WAIT-1"
      case .finWait2: "FIN-WAIT-2"
      case .timeWait: "TIME-WAIT"
      case .closed: "UNCONN"
      case .closeWait: "CLOSE-WAIT"
      case .lastAck: "LAST-ACK"
      case .listening: "LISTEN"
      case .closing: "CLOSING"
      }
    }
  }

  /// One end of a connection.
  public struct End: Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public let address: IPAddress
    /// The port.
    public let port: UInt16
    /// `192.0.2.2:443` or `[2001:db8::1]:443`.
    public var description: String {
      address.family == .ipv6 ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
  }

  /// Its state.
  public let state: State
  /// This machine's end.
  public let local: End
  /// The other end.
  public let remote: End
  /// The number by which `/proc/PID/fd` names it; 0 once no process holds it.
  public let inode: UInt32
  /// How often in a row the oldest unanswered segment has been sent again.
  public let retransmits: Int
  /// The smoothed round trip in nanoseconds (`tcpi_rtt`); nil before the first.
  public let roundTrip: Int64?
  /// Bytes that wait to be sent or to be acknowledged.
  public let sendQueue: UInt32

  /// From `inet_diag_msg` and its attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 72, let state = State(rawValue: payload.load(at: 1)) else { return nil }
    self.state = state
    let isIPv6 = payload.load(UInt8.self, at: 0) == UInt8(AF_INET6)
    func end(port: Int, address: Int) -> End? {
      let start = payload.startIndex + address
      guard let ip = IPAddress(bytes: Array(payload[start..<start + (isIPv6 ? 16 : 4)])) else { return nil }
      return End(address: ip, port: UInt16(bigEndian: payload.load(at: port)))
    }
    // inet_diag_sockid begins at byte 4: two ports in network order, then both addresses of 16 bytes each.
    guard let local = end(port: 4, address: 8), let remote = end(port: 6, address: 24) else { return nil }
    self.local = local
    self.remote = remote
    retransmits = Int(payload.load(UInt8.self, at: 3))
    sendQueue = payload.load(at: 60)
    inode = payload.load(at: 68)
    // tcp_info: the round trip in microseconds at byte 68.
    let information = Attributes(payload.dropFirst(72)).bytes(Int(INET_DIAG_INFO))
    let microseconds = information.map { $0.load(UInt32.self, at: 68) } ?? 0
    roundTrip = microseconds == 0 ? nil : Int64(microseconds) * 1000
  }
}

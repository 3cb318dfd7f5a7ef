internal import LinuxSystem
internal import Origin

/// One query to a name server, from a port of its own.
final class DNSProbe: ProbeExchange {
  private let socket: DatagramSocket
  private let query: DNSMessage

  /// Sends the query.
  ///
  /// - Throws: `SystemError` if the kernel does not take it; `DNSMessage.EncodingFault` for a name that is none.
  init(_ server: SocketAddress, name: String, type: DNSMessage.RecordType, interface: String?) throws {
    query = DNSMessage.query(id: .random(in: 0...UInt16.max), name: name, type: type)
    let bytes = try query.encoded()
    socket = try DatagramSocket(udp: server.family)
    if let interface { try socket.bind(toInterface: interface) }
    try socket.connect(to: server)
    try socket.send(bytes)
  }

  var descriptor: CInt { socket.descriptor }

  func advance() -> ProbeStep {
    do throws(SystemError) {
      while let datagram = try socket.receive(upTo: 4096) {
        if let outcome = Self.judge(datagram.bytes, query) { return .ended(outcome, at: datagram.received) }
      }
      return .waits(.read)
    } catch {
      return .ended(ProbeOutcome(error.errno), at: MonotonicClock.now())
    }
  }

  /// What an answer says, or nil for what is no answer to the query.
  static func judge(_ bytes: [UInt8], _ query: DNSMessage) -> ProbeOutcome? {
    let message: DNSMessage
    do {
      message = try DNSMessage(decoding: bytes)
    } catch {
      // A damaged answer is like one that was lost.
      return nil
    }
    guard message.isResponse, message.id == query.id else { return nil }
    // Errors may come without the question; an answer must repeat it.
    guard message.responseCode == .noError else { return .dnsFailure }
    guard let question = query.questions.first, let repeated = message.questions.first,
      repeated.type == question.type, repeated.name.lowercased() == question.name.lowercased()
    else { return nil }
    return message.answers.contains { $0.type == question.type } ? .reply : .dnsFailure
  }
}

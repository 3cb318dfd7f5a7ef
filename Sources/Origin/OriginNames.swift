internal import LinuxSystem

/// The names that the origin's DNS server knows, and its answers.
struct OriginNames: Sendable {
  private struct Addresses: Sendable {
    var ipv4: [[UInt8]] = []
    var ipv6: [[UInt8]] = []
  }

  /// How the server fails now, if it does.
  let failure = FailureSwitch()

  private var names: [String: Addresses] = ["localhost": Addresses(ipv4: [[127, 0, 0, 1]], ipv6: [Self.loopback6])]
  private static let loopback6 = [UInt8](repeating: 0, count: 15) + [1]

  /// How long an answer may be kept, in seconds: not at all, so that every query crosses the link.
  static let timeToLive: UInt32 = 0
  /// What EDNS says the server takes, in bytes.
  static let datagramSize: UInt16 = 1232

  /// - Throws: `SystemError` for what is no address.
  init(_ names: [String: [String]]) throws {
    for (name, texts) in names {
      var addresses = Addresses()
      for text in texts {
        let address = try SocketAddress(ip: text, port: 0)
        switch address.family {
        case .ipv4: addresses.ipv4.append(address.addressBytes)
        case .ipv6: addresses.ipv6.append(address.addressBytes)
        }
      }
      self.names[Self.key(name)] = addresses
    }
  }

  private static func key(_ name: String) -> String {
    (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
  }

  /// Queries get no answer now.
  var isSilent: Bool { failure.current == .timeout }

  /// Names under `localhost` are the loopback too (RFC 6761).
  private func look(up name: String) -> Addresses? {
    let key = Self.key(name)
    return names[key] ?? (key.hasSuffix(".localhost") ? names["localhost"] : nil)
  }

  /// Whether a packet asks for a name that is not known here, so that another server may be asked; not while this one fails.
  func asksOthers(_ packet: [UInt8]) -> Bool {
    guard failure.current == nil else { return false }
    do {
      let query = try DNSMessage(decoding: packet)
      guard !query.isResponse, query.operation == 0, query.questions.count == 1, let question = query.questions.first
      else { return false }
      return look(up: question.name) == nil
    } catch {
      // What cannot be read is answered here, with what is wrong.
      return false
    }
  }

  /// The answer to a packet, as bytes of at most `limit`; nil for what deserves none (no DNS header, or an answer itself)
  /// and for everything while the server is to be silent.
  func answer(_ packet: [UInt8], limit: Int) -> [UInt8]? {
    guard packet.count >= 12, !isSilent else { return nil }
    let id = UInt16(packet[0]) << 8 | UInt16(packet[1])
    let query: DNSMessage
    do {
      query = try DNSMessage(decoding: packet)
    } catch {
      // An answer that is damaged is none of the server's business.
      guard packet[2] & 0x80 == 0 else { return nil }
      return encode(DNSMessage(id: id, flags: 0x8001, questions: []), limit: limit)
    }
    guard !query.isResponse else { return nil }
    return encode(response(to: query), limit: min(limit, Self.room(query, limit)))
  }

  /// The answer to a query.
  func response(to query: DNSMessage) -> DNSMessage {
    // QR, and operation and RD as they were asked.
    var message = DNSMessage(id: query.id, flags: 0x8000 | query.flags & 0x7900, questions: query.questions)
    if query.additional.contains(where: { $0.type == .opt }) {
      message.additional = [
        DNSMessage.Record(name: "", type: .opt, recordClass: Self.datagramSize, timeToLive: 0, data: [])
      ]
    }
    func code(_ code: DNSMessage.ResponseCode) { message.flags |= UInt16(code.rawValue) }
    guard query.operation == 0 else {
      code(.notImplemented)
      return message
    }
    guard query.questions.count == 1, let question = query.questions.first else {
      message.questions = []
      code(.formatError)
      return message
    }
    guard question.recordClass == 1 else {
      code(.refused)
      return message
    }
    message.flags |= 0x0480  // AA, and RA: resolvers complain of a server that recurses not
    if let failed = failure.current?.responseCode {
      code(failed)
      return message
    }
    guard let addresses = look(up: question.name) else {
      code(.noSuchName)
      return message
    }
    let data =
      switch question.type {
      case .a: addresses.ipv4
      case .aaaa: addresses.ipv6
      default: [[UInt8]]()
      }
    message.answers = data.map {
      DNSMessage.Record(name: question.name, type: question.type, timeToLive: Self.timeToLive, data: $0)
    }
    return message
  }

  /// What the asker can take: 512 bytes without EDNS; over TCP `limit` itself.
  private static func room(_ query: DNSMessage, _ limit: Int) -> Int {
    guard limit < 65535 else { return limit }
    let announced = query.additional.first { $0.type == .opt }.map { Int($0.recordClass) } ?? 512
    return max(512, announced)
  }

  private func encode(_ message: DNSMessage, limit: Int) -> [UInt8]? {
    var message = message
    do {
      let bytes = try message.encoded()
      if bytes.count <= limit { return bytes }
      message.answers = []
      message.flags |= 0x0200
      return try message.encoded()
    } catch {
      // Its names came out of a decoder that takes no name which cannot be written.
      return nil
    }
  }
}

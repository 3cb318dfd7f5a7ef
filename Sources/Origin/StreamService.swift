/// What a TCP connection of the origin speaks.
enum StreamService {
  case http(HTTPRequestParser)
  case dns(pending: [UInt8], names: OriginNames)
  case echo

  /// What to send for the bytes that came.
  struct Output {
    var pieces: [StreamOutput.Piece] = []
    /// The connection ends behind it.
    var isLast = false
  }

  /// Takes in bytes.
  mutating func receive(_ bytes: [UInt8]) -> Output {
    switch self {
    case .http(var parser):
      parser.append(bytes)
      self = .http(parser)
      return next()
    case .dns(let pending, let names):
      self = .dns(pending: pending + bytes, names: names)
      return next()
    case .echo: return Output(pieces: [.bytes(bytes[...])])
    }
  }

  /// What to send for a request that is there in full; nothing if there is none. One at a time, so that a client which
  /// sends requests and reads no answers does not fill the memory.
  mutating func next() -> Output {
    switch self {
    case .http(var parser):
      let response: HTTPResponse
      do throws(HTTPRequestParser.Fault) {
        guard let request = try parser.next() else {
          self = .http(parser)
          return Output()
        }
        response = OriginPages.answer(request)
      } catch {
        response = OriginPages.answer(error)
      }
      self = .http(parser)
      var pieces = [StreamOutput.Piece.bytes(response.headBytes[...])]
      switch response.body {
      case .text(let text) where !response.isHeadOnly: pieces.append(.bytes(Array(text.utf8)[...]))
      case .zeros(let count) where !response.isHeadOnly: pieces.append(.zeros(count))
      default: break
      }
      return Output(pieces: pieces, isLast: !response.keepsAlive)
    case .dns(var pending, let names):
      guard pending.count >= 2 else { return Output() }
      let length = Int(pending[0]) << 8 | Int(pending[1])
      guard pending.count >= 2 + length else { return Output() }
      let packet = Array(pending[2..<2 + length])
      pending.removeFirst(2 + length)
      self = .dns(pending: pending, names: names)
      guard let answer = names.answer(packet, limit: 65535) else {
        // A server that is to be silent keeps the connection: its end would be an answer too.
        return names.isSilent ? next() : Output(isLast: true)
      }
      return Output(pieces: [.bytes([UInt8(answer.count >> 8), UInt8(answer.count & 0xFF)] + answer[...])])
    case .echo: return Output()
    }
  }
}

internal import LinuxSystem

/// What a connection still has to send.
struct StreamOutput {
  /// Bytes, or zeros that are made only as they go out.
  enum Piece: Hashable {
    case bytes(ArraySlice<UInt8>)
    case zeros(Int)
  }

  private var pieces: [Piece] = []
  private static let zeros = [UInt8](repeating: 0, count: 256 << 10)

  /// Nothing is left.
  var isEmpty: Bool { pieces.isEmpty }

  /// Puts pieces behind the others; empty ones are left out.
  mutating func append(_ more: [Piece]) {
    pieces += more.filter { $0 != .zeros(0) && $0 != .bytes([]) }
  }

  /// Writes until the socket takes no more or nothing is left.
  ///
  /// - Throws: `SystemError` of the socket.
  mutating func flush(to socket: StreamSocket) throws(SystemError) {
    while let piece = pieces.first {
      switch piece {
      case .bytes(let bytes):
        let count = try socket.write(bytes)
        if count == 0 { return }
        if count == bytes.count { pieces.removeFirst() } else { pieces[0] = .bytes(bytes.dropFirst(count)) }
      case .zeros(let left):
        let count = try socket.write(Self.zeros.prefix(left))
        if count == 0 { return }
        if count == left { pieces.removeFirst() } else { pieces[0] = .zeros(left - count) }
      }
    }
  }
}

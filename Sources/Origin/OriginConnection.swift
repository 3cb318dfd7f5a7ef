internal import LinuxSystem

/// One TCP connection to the origin.
final class OriginConnection {
  /// What to do with it next.
  enum State: Hashable {
    case open(waitsFor: Poller.Interest)
    case ended
  }

  let socket: StreamSocket
  private var service: StreamService
  private var output = StreamOutput()
  private var isLast = false
  private var inputEnded = false

  private static let readSize = 64 << 10

  init(_ socket: StreamSocket, _ service: StreamService) {
    self.socket = socket
    self.service = service
  }

  /// Reads, answers and writes as far as the socket goes along.
  func serve() -> State {
    do throws(SystemError) {
      try output.flush(to: socket)
      while output.isEmpty, !isLast {
        var answer = service.next()
        if answer.pieces.isEmpty, !answer.isLast {
          guard !inputEnded else { return .ended }
          guard let bytes = try socket.read(upTo: Self.readSize) else { return .open(waitsFor: .read) }
          if bytes.isEmpty { inputEnded = true }
          answer = service.receive(bytes)
        }
        output.append(answer.pieces)
        isLast = answer.isLast
        try output.flush(to: socket)
      }
    } catch {
      // The client is gone, which is its right.
      return .ended
    }
    guard output.isEmpty else { return .open(waitsFor: .write) }
    return .ended
  }
}

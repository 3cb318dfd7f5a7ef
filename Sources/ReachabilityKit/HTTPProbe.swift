internal import LinuxSystem

/// `GET /generate_204` over a connection of its own, without following redirects.
final class HTTPProbe: ProbeExchange {
  private let socket: StreamSocket
  private var request: ArraySlice<UInt8>
  private var answer: [UInt8] = []
  private var isConnected = false

  /// Begins to connect.
  ///
  /// - Throws: `SystemError` if that fails at once.
  init(_ target: SocketAddress, host: String) throws(SystemError) {
    socket = try StreamSocket.connect(to: target)
    request =
      Array(
        "GET /generate_204 HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: linkcond\r\nConnection: close\r\n\r\n".utf8)[...]
  }

  var descriptor: CInt { socket.descriptor }

  func advance() -> ProbeStep {
    do throws(SystemError) {
      if !isConnected {
        if let errno = socket.connectionError() { return .ended(ProbeOutcome(errno), at: MonotonicClock.now()) }
        guard socket.peerAddress != nil else { return .waits(.write) }
        isConnected = true
      }
      while !request.isEmpty {
        let count = try socket.write(request)
        if count == 0 { return .waits(.write) }
        request = request.dropFirst(count)
      }
      while let bytes = try socket.read(upTo: 4096) {
        answer += bytes
        if let outcome = HTTPAnswer.judge(answer, hasEnded: bytes.isEmpty) {
          return .ended(outcome, at: MonotonicClock.now())
        }
      }
      return .waits(.read)
    } catch {
      return .ended(ProbeOutcome(error.errno), at: MonotonicClock.now())
    }
  }
}

internal import LinuxSystem

/// One request over a connection of its own, without following redirects.
final class HTTPProbe: ProbeExchange {
  private let socket: StreamSocket
  private let judge: HTTPAnswer
  private var request: ArraySlice<UInt8>
  private var answer: [UInt8] = []
  private var isConnected = false

  /// Begins to connect.
  ///
  /// - Throws: `SystemError` if that fails at once.
  init(_ target: SocketAddress, host: String, _ expectation: HTTPExpectation, interface: String?) throws(SystemError) {
    socket = try StreamSocket.connect(to: target, interface: interface)
    judge = HTTPAnswer(
      expectation.answer, nonce: expectation.isChallenged ? HTTPAnswer.nonce(.random(in: 0...UInt64.max)) : nil)
    request = Array(judge.request(expectation.path, host: host).utf8)[...]
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
      while let bytes = try socket.read(upTo: 16_384) {
        answer += bytes
        if let outcome = judge.judge(answer, hasEnded: bytes.isEmpty) {
          return .ended(outcome, at: MonotonicClock.now())
        }
      }
      return .waits(.read)
    } catch {
      return .ended(ProbeOutcome(error.errno), at: MonotonicClock.now())
    }
  }
}

internal import LinuxSystem

/// A TCP connection that is made, and closed at once.
final class ConnectProbe: ProbeExchange {
  private let socket: StreamSocket

  /// Begins to connect.
  ///
  /// - Throws: `SystemError` if that fails at once.
  init(_ target: SocketAddress, interface: String?) throws(SystemError) {
    socket = try StreamSocket.connect(to: target, interface: interface)
  }

  var descriptor: CInt { socket.descriptor }

  func advance() -> ProbeStep {
    if let errno = socket.connectionError() { return .ended(ProbeOutcome(errno), at: MonotonicClock.now()) }
    guard socket.peerAddress != nil else { return .waits(.write) }
    return .ended(.reply, at: MonotonicClock.now())
  }
}

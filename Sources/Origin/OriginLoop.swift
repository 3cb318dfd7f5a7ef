internal import LinuxSystem

/// The one thread of an origin: waits for its sockets and answers.
final class OriginLoop {
  private enum Watched {
    case listener(OriginSockets.Stream, StreamSocket)
    case datagrams(OriginSockets.Datagram, DatagramSocket)
    case connection(OriginConnection, Poller.Interest)
    /// A name server, by its number.
    case upstream(Int)
  }

  private let poller: Poller
  private let names: OriginNames
  private let forwarder: NameForwarder?
  private var watched: [UInt64: Watched] = [:]
  private var nextToken: UInt64 = 0
  private var connections = 0
  private var measuring = MeasurementSessions()

  /// More connections than this at once are closed as they come.
  static let mostConnections = 256
  /// Datagrams of one socket in a row before the others get their turn.
  private static let batch = 64

  init(_ sockets: OriginSockets, names: OriginNames, forwarder: NameForwarder? = nil, poller: Poller) throws {
    self.poller = poller
    self.names = names
    self.forwarder = forwarder
    for (number, socket) in (forwarder?.sockets ?? []).enumerated() { try watch(.upstream(number), socket.descriptor) }
    for (kind, socket) in sockets.streams { try watch(.listener(kind, socket), socket.descriptor) }
    for (kind, socket) in sockets.datagrams { try watch(.datagrams(kind, socket), socket.descriptor) }
  }

  private func watch(_ what: Watched, _ descriptor: CInt) throws {
    try poller.add(descriptor, token: nextToken, .read)
    watched[nextToken] = what
    nextToken += 1
  }

  /// Serves until `isStopped` after a wake of the poller.
  func run(isStopped: () -> Bool) throws {
    while !isStopped() {
      for ready in try poller.wait(until: forwarder?.nextDeadline) { serve(ready.token) }
      if let forwarder { forwarder.expire(at: MonotonicClock.now()).forEach(deliver) }
    }
  }

  private func serve(_ token: UInt64) {
    switch watched[token] {
    case .listener(let kind, let socket): accept(kind, socket)
    case .datagrams(let kind, let socket): answer(kind, socket)
    case .connection(let connection, let interest): serve(connection, interest, token)
    case .upstream(let number): forwarder?.receive(from: number, at: MonotonicClock.now()).forEach(deliver)
    case nil: break
    }
  }

  private func deliver(_ delivery: NameForwarder.Delivery) {
    do {
      try delivery.socket.send(delivery.bytes, to: delivery.asker)
    } catch {
      // There is no way back to this client now: as with any server, the answer is lost.
    }
  }

  /// Answers a query, or has another server asked.
  private func answer(query datagram: ReceivedDatagram, by socket: DatagramSocket) -> [UInt8]? {
    guard let forwarder, names.asksOthers(datagram.bytes) else { return names.answer(datagram.bytes, limit: 4096) }
    return forwarder.forward(datagram.bytes, from: datagram.sender, by: socket, at: MonotonicClock.now())?.bytes
  }

  private func accept(_ kind: OriginSockets.Stream, _ listener: StreamSocket) {
    let service: StreamService =
      switch kind {
      case .http: .http(HTTPRequestParser())
      case .dns: .dns(pending: [], names: names)
      case .echo: .echo
      }
    do {
      while let socket = try listener.accept() {
        guard connections < Self.mostConnections else { continue }
        try socket.sendAtOnce()
        try watch(.connection(OriginConnection(socket, service), .read), socket.descriptor)
        connections += 1
      }
    } catch {
      // The client hung up before it was its turn, or descriptors are used up: the next call tries again.
    }
  }

  private func serve(_ connection: OriginConnection, _ interest: Poller.Interest, _ token: UInt64) {
    switch connection.serve() {
    case .open(interest): return
    case .open(let other):
      do {
        try poller.change(connection.socket.descriptor, token: token, other)
        watched[token] = .connection(connection, other)
        return
      } catch {
        // A connection that cannot be watched is of no use: it ends below.
      }
    case .ended: break
    }
    poller.remove(connection.socket.descriptor)
    watched[token] = nil
    connections -= 1
  }

  private func answer(_ kind: OriginSockets.Datagram, _ socket: DatagramSocket) {
    for _ in 0..<Self.batch {
      do {
        guard let datagram = try socket.receive(upTo: 65535) else { return }
        let answers =
          switch kind {
          // A datagram from another echo service would go to and fro for ever.
          case .echo: datagram.sender.port == 7 ? [] : [datagram.bytes]
          case .dns: answer(query: datagram, by: socket).map { [$0] } ?? []
          case .measuring: measuring.answer(datagram.bytes, from: datagram.sender, received: datagram.received)
          }
        for bytes in answers { try socket.send(bytes, to: datagram.sender) }
      } catch {
        // There is no way back to this client now (link down, full queue): as with any server, the answer is lost.
      }
    }
  }
}

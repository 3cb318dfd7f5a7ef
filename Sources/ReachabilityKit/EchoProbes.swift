internal import LinuxSystem

/// The echoes to one target, which overlap: an answer is matched to its own request however late it comes.
final class EchoProbes {
  /// ICMP, or UDP where the kernel allows the caller no ICMP echo socket.
  let kind: ProbeKind
  private(set) var socket: DatagramSocket
  private let target: SocketAddress
  private let interface: String?
  private let nonce = UInt64.random(in: 0...UInt64.max)
  private var flight: EchoesInFlight
  /// What was read and is not to be looked at yet.
  private var unread: [ReceivedDatagram] = []

  /// Opens the socket in the calling thread's namespace.
  ///
  /// - Throws: `SystemError`.
  init(_ ip: String, _ configuration: ProbeConfiguration) throws(SystemError) {
    flight = EchoesInFlight(
      timeout: configuration.timeout.nanoseconds, lateness: configuration.lateness.nanoseconds)
    interface = configuration.interface
    var kind = configuration.echo == .udp ? ProbeKind.udpEcho : .icmpEcho
    let family = try SocketAddress(ip: ip, port: 0).family
    do {
      socket = try Self.open(kind, family, interface)
    } catch
      where configuration.echo == .icmpOrUDP
      && (error.errno == .permissionDenied || error.errno == .protocolNotSupported)
    {
      kind = .udpEcho
      socket = try Self.open(kind, family, interface)
    }
    self.kind = kind
    target = try SocketAddress(ip: ip, port: kind == .icmpEcho ? 0 : configuration.echoPort)
  }

  private static func open(
    _ kind: ProbeKind, _ family: SocketAddress.Family, _ interface: String?
  ) throws(SystemError) -> DatagramSocket {
    let socket = kind == .icmpEcho ? try DatagramSocket(echo: family) : try DatagramSocket(udp: family)
    if let interface { try socket.bind(toInterface: interface) }
    return socket
  }

  /// Binds to the interface of the name as it is now: an interface that went and came back is another.
  ///
  /// - Returns: the socket before, which is used no more; nil if there is no such interface now, or none was asked for.
  func reopen() -> DatagramSocket? {
    guard interface != nil else { return nil }
    let old = socket
    do throws(SystemError) {
      socket = try Self.open(kind, target.family, interface)
      return old
    } catch {
      return nil
    }
  }

  /// As it is reported: the address alone for ICMP, with the port for UDP.
  var name: String { kind == .icmpEcho ? target.ip : target.description }

  /// When something has to be given up; nil if nothing is waited for.
  var nextTimeout: Int64? { flight.nextDeadline }

  /// Sends echo `sequence`, which was due at a time.
  ///
  /// - Returns: how it ended, if the kernel did not take it.
  func send(_ sequence: Int, due: Int64, at now: Int64) -> ProbeResult? {
    let message = EchoMessage(sequence: UInt64(sequence), nonce: nonce)
    do throws(SystemError) {
      try socket.send(kind == .icmpEcho ? message.encodedRequest(target.family) : message.payload, to: target)
    } catch {
      // A queue that is full for the moment loses the echo as any other queue on the way would.
      guard error.errno == .wouldBlock || error.errno == .noBufferSpace else {
        return result(sequence, sent: now, ProbeOutcome(error.errno), at: MonotonicClock.now())
      }
    }
    flight.add(sequence, due: due, sent: now)
    return nil
  }

  /// All that has happened: answers that came, in their order, and echoes to give up by `now`.
  ///
  /// - Parameter last: Answers that came later than that stay for the next call.
  func collect(now: Int64, answersUntil last: Int64 = .max) -> [ProbeResult] {
    while let datagram = next() { unread.append(datagram) }
    var events: [EchoesInFlight.Event] = []
    for datagram in unread where datagram.received <= last { events += answer(datagram) }
    unread.removeAll { $0.received <= last }
    events += flight.giveUp(at: now)
    return events.map { event in
      switch event {
      // Only the kernel's stamp says whether an answer was in time: the thread may have been held up.
      case .answered(let echo, let time, let isLate):
        result(echo.sequence, sent: echo.sent, .reply, at: time, isLate: isLate)
      case .missed(let echo, let time): result(echo.sequence, sent: echo.sent, .timeout, at: time)
      }
    }
  }

  private func answer(_ datagram: ReceivedDatagram) -> [EchoesInFlight.Event] {
    let echo =
      kind == .icmpEcho
      ? EchoMessage(decodingReply: datagram.bytes, target.family)
      : EchoMessage(decodingPayload: datagram.bytes[...])
    guard let echo, echo.nonce == nonce, datagram.sender.ip == target.ip else { return [] }
    return flight.answer(Int(truncatingIfNeeded: echo.sequence), received: datagram.received)
  }

  private func next() -> ReceivedDatagram? {
    do {
      return try socket.receive()
    } catch {
      // The socket is not connected: what it reports here belongs to no echo in particular.
      return nil
    }
  }

  private func result(
    _ sequence: Int, sent: Int64, _ outcome: ProbeOutcome, at ended: Int64, isLate: Bool = false
  ) -> ProbeResult {
    ProbeResult(
      sequence: sequence, kind: kind, target: name, outcome: outcome, sent: sent, ended: ended,
      rtt: outcome == .reply ? ended - sent : nil, isLate: isLate)
  }
}

internal import LinuxSystem

/// The echoes to one target, which overlap: an answer is matched to its own request however late it comes.
final class EchoProbes {
  /// An echo whose answer is still wanted or, once given up, still recognised.
  struct Open: Hashable {
    let sequence: Int
    let sent: Int64
    var isGivenUp = false
  }

  /// ICMP, or UDP where the kernel allows the caller no ICMP echo socket.
  let kind: ProbeKind
  private(set) var socket: DatagramSocket
  private let target: SocketAddress
  private let interface: String?
  private let nonce = UInt64.random(in: 0...UInt64.max)
  private let timeout: Int64
  private let lateness: Int64
  private var open: [Int: Open] = [:]

  /// Opens the socket in the calling thread's namespace.
  ///
  /// - Throws: `SystemError`.
  init(_ ip: String, _ configuration: ProbeConfiguration) throws(SystemError) {
    timeout = configuration.timeout.nanoseconds
    lateness = max(timeout, configuration.lateness.nanoseconds)
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
  var nextTimeout: Int64? { open.values.filter { !$0.isGivenUp }.map { $0.sent + timeout }.min() }

  /// Sends echo `sequence`.
  ///
  /// - Returns: how it ended, if the kernel did not take it.
  func send(_ sequence: Int, at now: Int64) -> ProbeResult? {
    let message = EchoMessage(sequence: UInt64(sequence), nonce: nonce)
    let echo = Open(sequence: sequence, sent: now)
    do throws(SystemError) {
      try socket.send(kind == .icmpEcho ? message.encodedRequest(target.family) : message.payload, to: target)
    } catch {
      // A queue that is full for the moment loses the echo as any other queue on the way would.
      guard error.errno == .wouldBlock || error.errno == .noBufferSpace else {
        return result(echo, ProbeOutcome(error.errno), at: MonotonicClock.now())
      }
    }
    open[sequence] = echo
    return nil
  }

  /// All that has happened up to `now`: answers that came, and echoes to give up.
  func collect(now: Int64) -> [ProbeResult] {
    var results: [ProbeResult] = []
    while let datagram = next() {
      let echo =
        kind == .icmpEcho
        ? EchoMessage(decodingReply: datagram.bytes, target.family)
        : EchoMessage(decodingPayload: datagram.bytes[...])
      guard let echo, echo.nonce == nonce, datagram.sender.ip == target.ip,
        let request = open.removeValue(forKey: Int(truncatingIfNeeded: echo.sequence))
      else { continue }
      let received = max(request.sent, datagram.received)
      // Only the kernel's stamp says whether it was in time: the thread may have been held up.
      let isLate = request.isGivenUp || received > request.sent + timeout
      if isLate, !request.isGivenUp { results.append(result(request, .timeout, at: request.sent + timeout)) }
      results.append(result(request, .reply, at: received, isLate: isLate))
    }
    for echo in open.values.sorted(by: { $0.sequence < $1.sequence }) {
      if !echo.isGivenUp, echo.sent + timeout <= now {
        open[echo.sequence]?.isGivenUp = true
        results.append(result(echo, .timeout, at: now))
      }
      if echo.sent + lateness <= now { open[echo.sequence] = nil }
    }
    return results
  }

  private func next() -> ReceivedDatagram? {
    do {
      return try socket.receive()
    } catch {
      // The socket is not connected: what it reports here belongs to no echo in particular.
      return nil
    }
  }

  private func result(_ echo: Open, _ outcome: ProbeOutcome, at ended: Int64, isLate: Bool = false) -> ProbeResult {
    ProbeResult(
      sequence: echo.sequence, kind: kind, target: name, outcome: outcome, sent: echo.sent, ended: ended,
      rtt: outcome == .reply ? ended - echo.sent : nil, isLate: isLate)
  }
}

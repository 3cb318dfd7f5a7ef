internal import LinuxSystem
internal import Origin

/// The one thread of a probe: sends what is due, collects what comes, gives up what does not.
final class ProbeLoop {
  private struct Running {
    let exchange: any ProbeExchange
    let sequence: Int
    let kind: ProbeKind
    let target: String
    let sent: Int64
    let deadline: Int64
    var interest: Poller.Interest
  }

  private let configuration: ProbeConfiguration
  private let observer: ProbeObserver
  private let poller: Poller
  private let isStopped: () -> Bool
  private let echoes: [EchoProbes]
  private let httpTarget: SocketAddress?
  private let dnsServer: SocketAddress?
  private let dnsType: DNSMessage.RecordType

  private var rule: ProbeRule
  private var sequence = 0
  private var running: [UInt64: Running] = [:]

  /// Opens the echo sockets in the calling thread's namespace.
  ///
  /// - Throws: `SystemError`, also for a target that is no IP address.
  init(
    _ configuration: ProbeConfiguration, _ observer: ProbeObserver, poller: Poller, isStopped: @escaping () -> Bool
  ) throws(SystemError) {
    self.configuration = configuration
    self.observer = observer
    self.poller = poller
    self.isStopped = isStopped
    var echoes: [EchoProbes] = []
    for ip in configuration.targets {
      let probes = try EchoProbes(
        ip, echoPort: configuration.echoPort, timeout: configuration.timeout.nanoseconds,
        lateness: configuration.lateness.nanoseconds)
      // Tokens of the poller: echo sockets first, exchanges by their sequence behind them.
      try poller.add(probes.socket.descriptor, token: UInt64(echoes.count), .read)
      echoes.append(probes)
    }
    self.echoes = echoes
    let first = configuration.targets.first
    httpTarget =
      if configuration.probesHTTP, let first { try SocketAddress(ip: first, port: configuration.httpPort) } else { nil }
    dnsServer =
      if let server = configuration.dnsServer { try SocketAddress(ip: server, port: configuration.dnsPort) } else {
        nil
      }
    dnsType = echoes.first?.socket.family == .ipv6 ? .aaaa : .a
    rule = ProbeRule(
      missesToGoDown: configuration.missesToGoDown, successesToComeUp: configuration.successesToComeUp)
  }

  /// Probes until it is stopped.
  ///
  /// - Throws: `SystemError` of the poller.
  func run() throws(SystemError) {
    let start = MonotonicClock.now()
    var echoTimer = ProbeTimer(start: start, interval: configuration.interval)
    var httpTimer = ProbeTimer(start: start, interval: configuration.httpInterval)
    var dnsTimer = ProbeTimer(start: start, interval: configuration.dnsInterval)
    while !isStopped() {
      let now = MonotonicClock.now()
      collect(now)
      if echoTimer.fires(at: now) { sendEchoes() }
      if let httpTarget, httpTimer.fires(at: now) { sendHTTP(httpTarget) }
      if let dnsServer, dnsTimer.fires(at: now) { sendDNS(dnsServer) }
      var times = [echoTimer.due] + echoes.compactMap(\.nextTimeout) + running.values.map(\.deadline)
      if httpTarget != nil { times.append(httpTimer.due) }
      if dnsServer != nil { times.append(dnsTimer.due) }
      for ready in try poller.wait(until: times.min()) { advance(ready.token) }
    }
  }

  private func collect(_ now: Int64) {
    for (index, probes) in echoes.enumerated() {
      for result in probes.collect(now: now) { report(result, decides: index == 0) }
    }
    for (token, probe) in running.sorted(by: { $0.key < $1.key }) where probe.deadline <= now {
      end(token, .timeout, at: now)
    }
  }

  private func nextSequence() -> Int {
    defer { sequence += 1 }
    return sequence
  }

  private func sendEchoes() {
    for (index, probes) in echoes.enumerated() {
      let sequence = nextSequence()
      let now = MonotonicClock.now()
      let failure = probes.send(sequence, at: now)
      tellSent(sequence, probes.kind, probes.name, now)
      if let failure { report(failure, decides: index == 0) }
    }
  }

  private func sendHTTP(_ target: SocketAddress) {
    begin(.http, target, timeout: configuration.httpTimeout) {
      try HTTPProbe(target, host: configuration.name)
    }
  }

  private func sendDNS(_ server: SocketAddress) {
    begin(.dns, server, timeout: configuration.dnsTimeout) {
      try DNSProbe(server, name: configuration.name, type: dnsType)
    }
  }

  private func begin(
    _ kind: ProbeKind, _ target: SocketAddress, timeout: Duration, _ make: () throws -> any ProbeExchange
  ) {
    let sequence = nextSequence()
    let token = UInt64(sequence + echoes.count)
    let sent = MonotonicClock.now()
    let target = target.description
    let exchange: any ProbeExchange
    do {
      exchange = try make()
      try poller.add(exchange.descriptor, token: token, kind == .http ? .write : .read)
    } catch {
      tellSent(sequence, kind, target, sent)
      // A name that DNS cannot carry is the only error that is not the kernel's.
      let outcome = (error as? SystemError).map { ProbeOutcome($0.errno) } ?? .dnsFailure
      report(
        ProbeResult(
          sequence: sequence, kind: kind, target: target, outcome: outcome, sent: sent, ended: MonotonicClock.now(),
          rtt: nil), decides: true)
      return
    }
    running[token] = Running(
      exchange: exchange, sequence: sequence, kind: kind, target: target, sent: sent,
      deadline: sent + timeout.nanoseconds, interest: kind == .http ? .write : .read)
    tellSent(sequence, kind, target, sent)
  }

  private func advance(_ token: UInt64) {
    guard let probe = running[token] else { return }
    switch probe.exchange.advance() {
    case .waits(let interest):
      guard interest != probe.interest else { return }
      do {
        try poller.change(probe.exchange.descriptor, token: token, interest)
        running[token]?.interest = interest
      } catch {
        end(token, .timeout, at: MonotonicClock.now())
      }
    case .ended(let outcome, let time): end(token, outcome, at: time)
    }
  }

  private func end(_ token: UInt64, _ outcome: ProbeOutcome, at time: Int64) {
    guard let probe = running.removeValue(forKey: token) else { return }
    poller.remove(probe.exchange.descriptor)
    let ended = max(probe.sent, time)
    let isAnswer = [.reply, .portal, .dnsFailure].contains(outcome)
    report(
      ProbeResult(
        sequence: probe.sequence, kind: probe.kind, target: probe.target, outcome: outcome, sent: probe.sent,
        ended: ended, rtt: isAnswer ? ended - probe.sent : nil), decides: true)
  }

  private func tellSent(_ sequence: Int, _ kind: ProbeKind, _ target: String, _ time: Int64) {
    guard !isStopped() else { return }
    observer.onSent(sequence, kind, target, time)
  }

  private func report(_ result: ProbeResult, decides: Bool) {
    guard !isStopped() else { return }
    observer.onResult(result)
    guard decides, let decision = rule.observe(result), !isStopped() else { return }
    observer.onDecision(decision, MonotonicClock.now())
  }
}

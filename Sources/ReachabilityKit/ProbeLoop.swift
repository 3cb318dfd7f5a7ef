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
    /// Which of the targets.
    let index: Int
  }

  /// A race that runs, and what it asks with.
  private struct RunningRace {
    let kind: RaceKind
    var race: ProbeRace
  }

  private enum RaceKind { case echo, http, tcp }

  private let configuration: ProbeConfiguration
  private let observer: ProbeObserver
  private let control: ProbeControl
  private let targets: [String]
  private let echoes: [EchoProbes]
  private let dnsServer: SocketAddress?
  private let dnsType: DNSMessage.RecordType

  private var rule: ProbeRule
  private var sequence = 0
  private var running: [UInt64: Running] = [:]
  private var races: [Int: RunningRace] = [:]
  private var raceCount = 0
  /// The race that a probe belongs to.
  private var raceOf: [Int: Int] = [:]

  private var poller: Poller { control.poller }

  /// Opens the echo sockets in the calling thread's namespace.
  ///
  /// - Throws: `SystemError`, also for a target that is no IP address.
  init(_ configuration: ProbeConfiguration, _ observer: ProbeObserver, _ control: ProbeControl) throws(SystemError) {
    self.configuration = configuration
    self.observer = observer
    self.control = control
    targets = configuration.targetRule == .any ? ProbeRace.order(configuration.targets) : configuration.targets
    var echoes: [EchoProbes] = []
    for ip in targets {
      let address = try SocketAddress(ip: ip, port: 0)
      guard configuration.echo != .off else { continue }
      let probes = try EchoProbes(address.ip, configuration)
      // Tokens of the poller: echo sockets first, exchanges by their sequence behind them.
      try control.poller.add(probes.socket.descriptor, token: UInt64(echoes.count), .read)
      echoes.append(probes)
    }
    self.echoes = echoes
    if let interface = configuration.interface, echoes.isEmpty {
      // Said now rather than by every probe.
      try DatagramSocket(udp: .ipv4).bind(toInterface: interface)
    }
    dnsServer =
      if let server = configuration.dnsServer { try SocketAddress(ip: server, port: configuration.dnsPort) } else {
        nil
      }
    dnsType =
      try targets.first.map { ip throws(SystemError) in try SocketAddress(ip: ip, port: 0).family } == .ipv6
      ? .aaaa : .a
    rule = ProbeRule(
      missesToGoDown: configuration.missesToGoDown, successesToComeUp: configuration.successesToComeUp,
      kinds: configuration.decidingKinds, quality: configuration.quality)
  }

  /// Probes until it is stopped.
  ///
  /// - Throws: `SystemError` of the poller.
  func run() throws(SystemError) {
    let start = max(MonotonicClock.now(), control.firstDue)
    let hasTargets = !targets.isEmpty
    var timers: [(timer: ProbeTimer, send: (ProbeLoop, _ due: Int64) -> Void)] = []
    func every(_ interval: Duration, if isWanted: Bool, _ send: @escaping (ProbeLoop, _ due: Int64) -> Void) {
      if isWanted { timers.append((ProbeTimer(start: start, interval: interval), send)) }
    }
    every(configuration.interval, if: !echoes.isEmpty) { $0.sendEchoes(due: $1) }
    every(configuration.httpInterval, if: configuration.probesHTTP && hasTargets) { loop, _ in loop.send(.http) }
    every(configuration.tcpInterval, if: configuration.tcpPort != nil && hasTargets) { loop, _ in loop.send(.tcp) }
    every(configuration.dnsInterval, if: dnsServer != nil) { loop, _ in loop.sendDNS() }
    while !control.isStopped {
      let now = MonotonicClock.now()
      collect(now)
      if let again = control.takeAgain() {
        if let horizon = again.horizon { rule.forget(before: horizon) }
        for index in timers.indices { timers[index].timer.restart(at: now) }
      }
      for index in timers.indices {
        let due = timers[index].timer.due
        if timers[index].timer.fires(at: now) { timers[index].send(self, due) }
      }
      takeTurns(now)
      let times =
        timers.map(\.timer.due) + echoes.compactMap(\.nextTimeout) + running.values.map(\.deadline)
        + races.values.compactMap(\.race.nextDue)
      advance(try poller.wait(until: times.min()).map(\.token))
    }
  }

  private func collect(_ now: Int64) {
    for (index, probes) in echoes.enumerated() {
      for result in probes.collect(now: now) { report(result, target: index) }
    }
    for (token, probe) in running.sorted(by: { $0.key < $1.key }) where probe.deadline <= now {
      end(token, .timeout, at: now)
    }
  }

  private func nextSequence() -> Int {
    defer { sequence += 1 }
    return sequence
  }

  private func sendEchoes(due: Int64) {
    switch configuration.targetRule {
    case .first: for index in echoes.indices { sendEcho(index, race: nil, due: due) }
    case .any: start(.echo)
    }
  }

  private func send(_ kind: RaceKind) {
    switch configuration.targetRule {
    case .first: send(kind, 0, race: nil)
    case .any: start(kind)
    }
  }

  private func start(_ kind: RaceKind) {
    raceCount += 1
    races[raceCount] = RunningRace(
      kind: kind,
      race: ProbeRace(
        count: targets.count, headStart: configuration.headStart.nanoseconds, at: MonotonicClock.now()))
  }

  /// Asks whoever's turn it is; who fails at once gives the turn on.
  private func takeTurns(_ now: Int64) {
    for number in races.keys.sorted() {
      while let index = races[number]?.race.turn(at: max(now, MonotonicClock.now())), let kind = races[number]?.kind {
        send(kind, index, race: number)
      }
    }
  }

  private func send(_ kind: RaceKind, _ index: Int, race: Int?) {
    do throws(SystemError) {
      switch kind {
      case .echo: sendEcho(index, race: race, due: MonotonicClock.now())
      case .http:
        let target = try SocketAddress(ip: targets[index], port: configuration.httpPort)
        begin(.http, target, index, race, timeout: configuration.httpTimeout) { [configuration] in
          try HTTPProbe(
            target, host: configuration.hostHeader, configuration.http, interface: configuration.interface)
        }
      case .tcp:
        guard let port = configuration.tcpPort else { return }
        let target = try SocketAddress(ip: targets[index], port: port)
        begin(.tcp, target, index, race, timeout: configuration.tcpTimeout) { [configuration] in
          try ConnectProbe(target, interface: configuration.interface)
        }
      }
    } catch {
      // The addresses were read once already, when this was made.
    }
  }

  private func sendEcho(_ index: Int, race: Int?, due: Int64) {
    let probes = echoes[index]
    let sequence = nextSequence()
    enter(sequence, race)
    let now = MonotonicClock.now()
    let failure = probes.send(sequence, due: due, at: now)
    tellSent(sequence, probes.kind, probes.name, now)
    guard let failure else { return }
    report(failure, target: index)
    // The interface may have gone, and one of its name come.
    guard failure.outcome == .unreachable, let old = probes.reopen() else { return }
    poller.remove(old.descriptor)
    do throws(SystemError) {
      try poller.add(probes.socket.descriptor, token: UInt64(index), .read)
    } catch {
      // Without memory for it the answers are missed, and said to be.
    }
  }

  private func sendDNS() {
    guard let dnsServer else { return }
    begin(.dns, dnsServer, 0, nil, timeout: configuration.dnsTimeout) { [configuration, dnsType] in
      try DNSProbe(dnsServer, name: configuration.name, type: dnsType, interface: configuration.interface)
    }
  }

  private func enter(_ sequence: Int, _ race: Int?) {
    guard let race else { return }
    raceOf[sequence] = race
    races[race]?.race.note(sequence)
  }

  private func begin(
    _ kind: ProbeKind, _ target: SocketAddress, _ index: Int, _ race: Int?, timeout: Duration,
    _ make: () throws -> any ProbeExchange
  ) {
    let sequence = nextSequence()
    enter(sequence, race)
    let interest: Poller.Interest = kind == .dns ? .read : .write
    let token = UInt64(sequence + echoes.count)
    let sent = MonotonicClock.now()
    let target = target.description
    let exchange: any ProbeExchange
    do {
      exchange = try make()
      try poller.add(exchange.descriptor, token: token, interest)
    } catch {
      tellSent(sequence, kind, target, sent)
      // A name that DNS cannot carry is the only error that is not the kernel's.
      let outcome = (error as? SystemError).map { ProbeOutcome($0.errno) } ?? .dnsFailure
      report(
        ProbeResult(
          sequence: sequence, kind: kind, target: target, outcome: outcome, sent: sent, ended: MonotonicClock.now(),
          rtt: nil), target: index)
      return
    }
    running[token] = Running(
      exchange: exchange, sequence: sequence, kind: kind, target: target, sent: sent,
      deadline: sent + timeout.nanoseconds, interest: interest, index: index)
    tellSent(sequence, kind, target, sent)
  }

  /// Lets exchanges go on. Those that end are told in the order in which they did, and echoes that came or were to be given
  /// up before one of them before it.
  private func advance(_ tokens: [UInt64]) {
    var ended: [(token: UInt64, outcome: ProbeOutcome, time: Int64)] = []
    for token in tokens {
      guard let probe = running[token] else { continue }
      switch probe.exchange.advance() {
      case .waits(let interest):
        guard interest != probe.interest else { continue }
        do {
          try poller.change(probe.exchange.descriptor, token: token, interest)
          running[token]?.interest = interest
        } catch {
          ended.append((token, .timeout, MonotonicClock.now()))
        }
      case .ended(let outcome, let time): ended.append((token, outcome, time))
      }
    }
    for (token, outcome, time) in ended.sorted(by: { ($0.time, $0.token) < ($1.time, $1.token) }) {
      for (index, probes) in echoes.enumerated() {
        for result in probes.collect(now: time, answersUntil: time) { report(result, target: index) }
      }
      end(token, outcome, at: time)
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
        ended: ended, rtt: isAnswer ? ended - probe.sent : nil), target: probe.index)
  }

  private func tellSent(_ sequence: Int, _ kind: ProbeKind, _ target: String, _ time: Int64) {
    guard !control.isStopped else { return }
    observer.onSent(sequence, kind, target, time)
  }

  private func report(_ result: ProbeResult, target: Int) {
    guard !control.isStopped else { return }
    observer.onResult(result)
    guard let counted = counted(result, target: target), let decision = rule.observe(counted), !control.isStopped else {
      return
    }
    observer.onDecision(decision, MonotonicClock.now())
  }

  /// What a result means for the decision; nil for nothing.
  private func counted(_ result: ProbeResult, target: Int) -> ProbeResult? {
    guard let number = raceOf[result.sequence] else {
      return configuration.targetRule == .any && result.kind != .dns ? nil : target == 0 ? result : nil
    }
    raceOf[result.sequence] = nil
    let verdict = races[number]?.race.observe(result)
    if races[number]?.race.isOver == true { races[number] = nil }
    return verdict
  }
}

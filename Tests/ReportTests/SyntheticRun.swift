import Record

/// Makes the events of one run, in milliseconds since its start: baseline from 0, the profile from 2 s, removal at 8 s.
struct SyntheticRun {
  let name: String
  private(set) var events: [RecordEvent] = []

  static func profile(
    _ name: String, delay: Int64 = 0, loss: Double = 0, rate: UInt64? = nil, dnsDelay: Int64 = 0,
    linkState: String = "up"
  ) -> ProfileRecord {
    let lane = ProfileRecord.Lane(rate: rate, delay: delay * 1_000_000, loss: loss)
    return ProfileRecord(
      name: name, downlink: lane, uplink: lane, dnsDelay: dnsDelay * 1_000_000, interfaceType: "wifi",
      linkState: linkState)
  }

  let profile: ProfileRecord

  init(_ profile: ProfileRecord, monitors: [String] = ["path", "probe"], engine: String = "kernel") {
    name = profile.name
    self.profile = profile
    add(
      0,
      .runStarted(
        RunStarted(
          tool: "linkcond", profile: profile, engine: engine,
          engineReason: engine == "kernel" ? "The kernel has netem." : "The kernel lacks netem.", kernel: "6.1.0",
          seed: 1, wallClock: "2026-11-30T06:40:44Z", monitors: monitors, families: ["ipv4"], processors: 2,
          congestionControl: "cubic", buffers: [], offloads: [],
          phases: ["baseline": 2_000_000_000, "applied": 6_000_000_000, "removed": 4_000_000_000])))
  }

  /// A run that began so.
  init(_ profile: ProfileRecord, started: RunStarted) {
    name = profile.name
    self.profile = profile
    add(0, .runStarted(started))
  }

  /// Adds an event and gives its number.
  @discardableResult
  mutating func add(_ milliseconds: Double, _ payload: RecordPayload) -> Int {
    let t = Int64(milliseconds * 1e6)
    events.append(RecordEvent(t: t, n: events.count, run: name, payload: payload))
    return events.count - 1
  }

  mutating func step(_ step: String, at milliseconds: Double) {
    self.step(step, step == "applied" ? profile : Self.profile("Unconditioned"), at: milliseconds)
  }

  mutating func step(
    _ step: String, _ profile: ProfileRecord, at milliseconds: Double, on interface: String = "wlan0"
  ) {
    let t = Int64(milliseconds * 1e6)
    add(
      milliseconds,
      .conditionChanged(
        ConditionChanged(
          step: step, profile: profile, interface: interface, began: t - 200_000, applied: t)))
  }

  mutating func probe(_ outcome: String, _ kind: String = "icmp", sent: Double, ended: Double) -> Int {
    let rtt = outcome == "reply" ? Int64((ended - sent) * 1e6) : nil
    return add(
      ended,
      .probeResult(
        ProbeAnswer(
          sequence: events.count, kind: kind, target: "203.0.113.1", outcome: outcome, rtt: rtt,
          sent: Int64(sent * 1e6))))
  }

  /// A transition; `first`, `decided` and `delivered` in milliseconds.
  mutating func transition(
    _ monitor: String, _ from: String, _ to: String, in step: String, first: Double, decided: Double,
    delivered: Double, evidence: [Int] = [], interfaces: (from: String?, to: String?) = (nil, nil)
  ) {
    add(
      delivered,
      .transition(
        Transition(
          monitor: monitor, from: from, to: to, condition: step, firstEvidence: Int64(first * 1e6),
          decided: Int64(decided * 1e6), delivered: Int64(delivered * 1e6), sinceCondition: 0, evidence: evidence,
          fromInterface: interfaces.from, toInterface: interfaces.to)))
  }

  mutating func measured(
    _ quantity: String, _ direction: String = "roundTrip", asked: Double?, got: Double?,
    at milliseconds: Double = 12_000
  ) {
    add(
      milliseconds,
      .measured(
        Measured(
          step: "applied", quantity: quantity, direction: direction, asked: asked, got: got, samples: 1, method: "")))
  }

  /// Both monitors are well from the start.
  mutating func beginWell() {
    step("baseline", at: 0)
    transition("path", "unknown", "satisfied", in: "baseline", first: 10, decided: 10, delivered: 10)
    transition("probe", "unknown", "online", in: "baseline", first: 20, decided: 20, delivered: 20)
  }

  mutating func finish(
    _ outcome: String = "completed", failure: String? = nil, expectations: [ExpectationResult] = [],
    at milliseconds: Double = 12_000
  ) {
    add(milliseconds, .runFinished(RunFinished(outcome: outcome, failure: failure, expectations: expectations)))
  }
}

extension SyntheticRun {
  /// All probes are lost: the path stays, the probe notices after three missed echoes.
  static var totalLoss: SyntheticRun {
    var run = SyntheticRun(profile("100% Loss", loss: 1))
    run.beginWell()
    run.step("applied", at: 2_000)
    let misses = [2_100.0, 2_600, 3_100].map { run.probe("timeout", sent: $0, ended: $0 + 2_000) }
    run.transition(
      "probe", "online", "offline", in: "applied", first: 4_100, decided: 5_100, delivered: 5_100.08, evidence: misses)
    run.step("removed", at: 8_000)
    let reply = run.probe("reply", sent: 8_399, ended: 8_400)
    run.transition(
      "probe", "offline", "online", in: "removed", first: 8_400, decided: 8_400, delivered: 8_400.2, evidence: [reply])
    run.measured("rtt", asked: nil, got: nil)
    run.measured("loss", asked: 1, got: 1)
    run.measured("loss", "uplink", asked: 1, got: nil)
    run.measured("loss", "downlink", asked: 1, got: nil)
    run.finish()
    return run
  }

  /// The interface goes down: both monitors notice, the path at once.
  static var airplaneMode: SyntheticRun {
    var run = SyntheticRun(profile("Airplane Mode", linkState: "down"), engine: "userspace")
    run.beginWell()
    run.step("applied", at: 2_000)
    let link = run.add(
      2_000.5,
      .linkChanged(KernelChange(what: "wlan0", before: "up, carrier, up", after: "down, no carrier, down")))
    let routes = [2_000.6, 2_000.7].map { time in
      run.add(time, .routeChanged(KernelChange(what: "default", before: "unicast", after: nil)))
    }
    let down = PathChanged.Path(
      status: "unsatisfied", reason: "no route", interfaces: [], expensive: false, families: [], dns: false)
    let path = run.add(2_003, .pathChanged(PathChanged(old: nil, new: down)))
    run.transition(
      "path", "satisfied", "unsatisfied", in: "applied", first: 2_000.5, decided: 2_003, delivered: 2_003,
      evidence: [link] + routes + [path])
    let misses = [2_100.0, 2_600, 3_100].map { run.probe("unreachable", sent: $0, ended: $0 + 0.1) }
    run.transition(
      "probe", "online", "offline", in: "applied", first: 2_100.1, decided: 3_100.1, delivered: 3_100.3,
      evidence: misses)
    run.step("removed", at: 8_000)
    let up = run.add(8_001, .linkChanged(KernelChange(what: "wlan0", before: "down", after: "up")))
    run.transition(
      "path", "unsatisfied", "satisfied", in: "removed", first: 8_001, decided: 8_004, delivered: 8_004.05,
      evidence: [up])
    let reply = run.probe("reply", "dns", sent: 8_010, ended: 8_012)
    run.transition(
      "probe", "offline", "online", in: "removed", first: 8_012, decided: 8_012, delivered: 8_012.3, evidence: [reply])
    run.finish()
    return run
  }

  /// Killed two seconds after Edge was applied.
  static var killed: SyntheticRun {
    var run = SyntheticRun(profile("Edge", delay: 400, rate: 240_000))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.add(4_000, .probeSent(ProbeSent(sequence: 8, kind: "icmp", target: "203.0.113.1")))
    return run
  }

  /// A slow link that works: every quantity is measured.
  static var edge: SyntheticRun {
    var run = SyntheticRun(profile("Edge", delay: 400, rate: 240_000, dnsDelay: 100))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.step("removed", at: 8_000)
    run.measured("rate", "downlink", asked: 240_000, got: 239_991)
    run.measured("rate", "uplink", asked: 240_000, got: 240_006)
    run.measured("loss", asked: 0, got: 0.0139)
    run.measured("loss", "uplink", asked: 0, got: 0)
    run.measured("loss", "downlink", asked: 0, got: 0.0139)
    run.measured("rtt", asked: 803_870_000, got: 804_604_246)
    run.measured("dns", asked: 904_700_000, got: 915_262_116)
    run.measured("http", asked: nil, got: 1_997_092_173)
    run.finish()
    return run
  }

  /// A name and numbers as wide as they come.
  static var longName: SyntheticRun {
    var run = SyntheticRun(profile("A Profile With A Name That Nobody Would Want To Type", delay: 1_234, rate: 999_000))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.transition("probe", "online", "degraded", in: "applied", first: 3_000, decided: 3_000, delivered: 3_000)
    run.step("removed", at: 8_000)
    run.measured("rtt", asked: 2_468_000_000, got: 2_471_000_000)
    run.measured("loss", asked: 0.125, got: 0.135)
    run.finish()
    return run
  }
}

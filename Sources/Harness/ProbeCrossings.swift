internal import Conditioner
internal import Profiles
internal import ReachabilityKit

/// Where a run's echoes and name look-ups are, and when, as its planned changes say.
///
/// A model of the userspace engine: a request meets the uplink when it was sent (a name look-up the DNS delay later), and
/// its answer the downlink after the wire and the delay that held then. Jitter is left out, and so is HTTP.
struct ProbeCrossings {
  /// So far from any change a crossing is the same in each run.
  ///
  /// A run says that it was starved if a thread woke more than 5 ms late. Two threads make a change: the one that wakes for
  /// it and the relay's. Three carry an answer to the downlink: the probe's, the relay's and the origin's. So one is 10 ms
  /// late and the other 15 ms at most, and each may have the other's place in the order if they are planned that close; a
  /// frame of HTTP ahead, 12 ms at 1 Mbit/s, is the rest.
  static let margin = Duration.milliseconds(40)

  /// What the links hold by now, best first.
  private var held: [(interface: String, profile: Profile)]
  private var wires: [String: (up: LinkWire, down: LinkWire)] = [:]
  /// What is yet to come of what was sent, and the next sending.
  private var pending: [ProbeCrossing] = []
  /// The crossings so far, in the order of time.
  private(set) var all: [ProbeCrossing] = []

  private let configuration: ProbeConfiguration
  private let firstSending: Int64
  private var sendings = 0

  /// No change yet, nothing sent yet.
  init(_ probe: ScenarioProbe, interfaces: [String]) {
    var configuration = ProbeConfiguration(targets: [])
    configuration.apply(probe)
    self.configuration = configuration
    firstSending = probe.phase.wholeNanoseconds
    held = interfaces.map { ($0, .unconditioned) }
    scheduleSending()
  }

  /// All crossings of a plan.
  init(_ plan: RunPlan) {
    self.init(plan.probe, interfaces: plan.interfaces.map(\.name))
    for change in plan.changes { apply(change) }
    advance(to: plan.end.wholeNanoseconds)
  }

  /// How far ramps keep away from crossings: ``margin``, less where probes come more often than every 400 ms, so that
  /// there is always time between them.
  var distance: Int64 { min(Self.margin.wholeNanoseconds, configuration.interval.wholeNanoseconds / 10) }

  /// Changes come in the order of time. What crosses at the time of a change meets what holds then.
  mutating func apply(_ change: PlannedChange) {
    advance(to: change.time.wholeNanoseconds)
    guard let place = held.firstIndex(where: { $0.interface == change.interface }) else { return }
    held[place].profile = change.profile
  }

  /// The first time from one on, in steps of 10 ms and before another, to which nothing comes near that loss could take;
  /// nil if there is none.
  mutating func firstFree(from start: Duration, before end: Duration) -> Duration? {
    var time = start
    while time < end {
      let nanoseconds = time.wholeNanoseconds
      advance(to: nanoseconds)
      // What is sent, or meets the uplink, later than that is in `pending`, and its answer comes later still.
      let isNear =
        all.reversed().prefix { $0.time > nanoseconds - distance }.contains { $0.place != .answer }
        || pending.contains { $0.place != .answer && $0.time < nanoseconds + distance }
      if !isNear { return time }
      time += .milliseconds(10)
    }
    return nil
  }

  /// Goes on up to what crosses before a time.
  private mutating func advance(to time: Int64) {
    while let index = pending.indices.min(by: { pending[$0].time < pending[$1].time }), pending[index].time < time {
      let crossing = pending.remove(at: index)
      switch crossing.place {
      case .client: send(crossing.time)
      case .uplink, .downlink: cross(crossing)
      case .answer: all.append(crossing)
      }
    }
  }

  private mutating func scheduleSending() {
    let time = firstSending + Int64(sendings) * configuration.interval.wholeNanoseconds
    pending.append(ProbeCrossing(kind: .icmpEcho, place: .client, interface: nil, sent: time, time: time))
  }

  private mutating func send(_ time: Int64) {
    let look = configuration.dnsInterval.wholeNanoseconds / configuration.interval.wholeNanoseconds
    let isNameDue = sendings.isMultiple(of: max(1, Int(look)))
    sendings += 1
    scheduleSending()
    let carrier = held.first { $0.profile.linkState == .up }
    for kind in isNameDue ? [ProbeKind.icmpEcho, .dns] : [.icmpEcho] {
      all.append(
        ProbeCrossing(kind: kind, place: .client, interface: carrier?.interface, sent: time, time: time))
      guard let carrier else { continue }
      let isHeld = kind == .dns ? carrier.profile.dnsDelay.wholeNanoseconds : 0
      pending.append(
        ProbeCrossing(kind: kind, place: .uplink, interface: carrier.interface, sent: time, time: time + isHeld))
    }
  }

  /// Lets a frame meet one direction; what is always lost goes no further.
  private mutating func cross(_ crossing: ProbeCrossing) {
    all.append(crossing)
    guard let link = held.first(where: { $0.interface == crossing.interface }) else { return }
    let isUp = crossing.place == .uplink
    let conditions = isUp ? link.profile.uplink : link.profile.downlink
    guard conditions.loss.average.fraction < 1, conditions.rate?.bitsPerSecond != 0 else { return }
    let bytes = Self.length(crossing.kind, isAnswer: !isUp)
    var both = wires[link.interface] ?? (LinkWire(), LinkWire())
    let due =
      isUp
      ? both.up.send(bytes, at: crossing.time, conditions) : both.down.send(bytes, at: crossing.time, conditions)
    wires[link.interface] = both
    pending.append(
      ProbeCrossing(
        kind: crossing.kind, place: isUp ? .downlink : .answer, interface: crossing.interface, sent: crossing.sent,
        time: due))
  }

  /// A frame's bytes: an answer to a look-up has 16 more, for one address.
  private static func length(_ kind: ProbeKind, isAnswer: Bool) -> Int64 {
    Int64(kind == .dns ? ProbeSummary.queryFrame + (isAnswer ? 16 : 0) : ProbeSummary.echoFrame)
  }
}

internal import Conditioner
internal import LinuxSystem
internal import PathEngine
internal import Profiles
internal import ReachabilityKit
internal import Record

/// linkcond's own monitors in one run, in the client's namespace.
final class RunMonitors: Sendable {
  private let path: PathMonitor?
  private let flags: FlagsWatch?
  private let probe: ReachabilityProbe?
  private let probes: ProbeRecorder
  private let probePhase: Int64

  init(
    _ lab: Lab, _ plan: RunPlan, _ monitors: Set<MonitorKind>, _ recorder: RunRecorder, _ clock: StepClock,
    _ board: StatusBoard
  ) async throws {
    probes = ProbeRecorder(recorder, clock, board)
    probePhase = plan.probe.phase.wholeNanoseconds
    let overrides = plan.overrides
    let log = KernelEventLog(recorder)
    if monitors.contains(.path) {
      let source = try await lab.client.perform { try LivePathSource(overrides: overrides) }
      let paths = PathRecorder(recorder, clock, board, log, namesInterfaces: plan.interfaces.count > 1)
      path = try PathMonitor(source: source, overrides: overrides, onEvent: { paths.record($0) }) { paths.record($0) }
    } else {
      path = nil
    }
    flags =
      monitors.contains(.reachability) ? try FlagsWatch(lab, overrides, recorder, clock, board, log) : nil
    if monitors.contains(.probe) {
      let origin = lab.originAddress(plan.probedFamily) ?? lab.originAddresses[0]
      var configuration = ProbeConfiguration(targets: [origin], dnsServer: origin, name: Lab.originName)
      configuration.apply(plan.probe)
      let probes = probes
      probe = try ReachabilityProbe(
        in: lab.client, configuration: configuration,
        onSent: { probes.recordSent($0, $1, $2, at: $3) },
        onResult: { probes.record($0) },
        onDecision: { probes.record($0, delivered: $1) })
    } else {
      probe = nil
    }
  }

  var probeResults: [ProbeResult] { probes.results }

  /// Begins.
  ///
  /// - Parameter start: When the run did. The probe keeps to times half an interval away from the whole intervals since
  ///   then, at which a plan's changes mostly are: whether a probe comes before or after a change is then no matter of
  ///   milliseconds, and a run can be repeated.
  func start(since start: Int64) throws {
    try path?.start()
    try flags?.start()
    probe?.start(at: start + probePhase)
  }

  /// Ends the monitors; nothing is recorded of them afterwards. Twice is fine.
  func stop() {
    path?.cancel()
    flags?.stop()
    probe?.cancel()
  }
}

extension RunPlan {
  /// What the kernel can't know of the lab's interfaces. One counts as expensive or constrained if any profile that it
  /// gets says so.
  var overrides: InterfaceOverrides {
    func names(_ matches: (Profile) -> Bool) -> Set<String> {
      Set(changes.filter { matches($0.profile) }.map(\.interface))
    }
    return InterfaceOverrides(
      types: Dictionary(
        interfaces.map { ($0.name, PathEngine.InterfaceType(rawValue: $0.type.rawValue) ?? .other) },
        uniquingKeysWith: { first, _ in first }),
      expensive: names(\.isExpensive), constrained: names(\.isConstrained), hasNameServer: true)
  }
}

extension ScenarioProbe {
  /// From a run's start to its first probes: half of what lies between probes.
  var phase: Duration { (interval ?? ProbeConfiguration(targets: []).interval) / 2 }
}

extension ProbeConfiguration {
  /// Takes what a scenario says of the probe.
  mutating func apply(_ rules: ScenarioProbe) {
    if let interval = rules.interval { self.interval = interval }
    if let timeout = rules.timeout {
      self.timeout = timeout
      lateness = max(lateness, timeout)
    }
    if let failures = rules.failuresToGoOffline { missesToGoDown = failures }
    if let successes = rules.successesToComeOnline { successesToComeUp = successes }
  }
}

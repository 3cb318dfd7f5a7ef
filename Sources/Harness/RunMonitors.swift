internal import Conditioner
internal import LinuxSystem
internal import PathEngine
internal import Profiles
internal import ReachabilityKit
internal import Record

/// The monitors of one run, in the client's namespace.
final class RunMonitors: Sendable {
  private let path: PathMonitor?
  private let probe: ReachabilityProbe?
  private let probes: ProbeRecorder

  init(_ lab: Lab, _ profile: Profile, _ options: HarnessOptions, _ recorder: RunRecorder, _ clock: StepClock)
    async throws
  {
    probes = ProbeRecorder(recorder, clock)
    if options.monitors.contains(.path) {
      let overrides = InterfaceOverrides(
        types: [lab.interface: PathEngine.InterfaceType(rawValue: profile.interfaceType.rawValue) ?? .other],
        expensive: profile.isExpensive ? [lab.interface] : [], hasNameServer: true)
      let source = try await lab.client.perform { try LivePathSource(overrides: overrides) }
      let paths = PathRecorder(recorder, clock)
      path = try PathMonitor(source: source, overrides: overrides, onEvent: { paths.record($0) }) { paths.record($0) }
    } else {
      path = nil
    }
    if options.monitors.contains(.probe) {
      let configuration = ProbeConfiguration(
        targets: [lab.originAddresses[0]], dnsServer: lab.originAddresses[0], name: Lab.originName)
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

  func start() throws {
    try path?.start()
    probe?.start()
  }

  /// Ends the monitors; nothing is recorded of them afterwards. Twice is fine.
  func stop() {
    path?.cancel()
    probe?.cancel()
  }
}

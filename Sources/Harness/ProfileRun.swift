internal import Conditioner
internal import LinuxSystem
internal import PathEngine
internal import Profiles
internal import ReachabilityKit
internal import Record
internal import Synchronization

/// One run of the harness: a lab, the monitors in it, and the three steps.
struct ProfileRun: Sendable {
  let profile: Profile
  let options: HarnessOptions
  let capabilities: Capabilities
  let recorder: RunRecorder

  /// Runs and records; what fails is recorded too.
  func run() async -> RunFinished {
    let finished: RunFinished
    do {
      let saturated = try await steps()
      finished = RunFinished(outcome: "completed", saturated: saturated)
    } catch is CancellationError {
      finished = RunFinished(outcome: "interrupted", failure: "The run was interrupted.")
    } catch {
      finished = RunFinished(outcome: "failed", failure: "\(error)")
    }
    recorder.append(.runFinished(finished), at: MonotonicClock.now())
    return finished
  }

  private func steps() async throws -> Bool {
    let lab = try await Lab(
      interfaceType: profile.interfaceType,
      options: LabOptions(engine: options.engine, seed: options.seed, capabilities: capabilities))
    do {
      let saturated = try await steps(in: lab)
      await lab.end()
      return saturated
    } catch {
      await lab.end()
      throw error
    }
  }

  private func steps(in lab: Lab) async throws -> Bool {
    try await recordStart(of: lab)
    let clock = StepClock()
    let baseline = MonotonicClock.now()
    record(.baseline, .unconditioned, lab, AppliedCondition(began: baseline, applied: baseline), clock)
    let monitors = try await RunMonitors(lab, profile, options, recorder, clock)
    defer { monitors.stop() }
    try monitors.start()
    try await sleep(until: baseline + options.phases.baseline.wholeNanoseconds)

    clock.begin()
    let applied = try await lab.apply(profile)
    record(.applied, profile, lab, applied, clock)
    let removal = applied.applied + options.phases.applied.wholeNanoseconds
    let measurement = LinkSurvey(lab: lab, profile: profile, recorder: recorder)
    try await measurement.run(until: removal)
    try await sleep(until: removal)

    clock.begin()
    let removed = try await lab.apply(.unconditioned)
    record(.removed, .unconditioned, lab, removed, clock)
    try await sleep(until: removed.applied + options.phases.removed.wholeNanoseconds)
    monitors.stop()
    ProbeSummary(profile: profile, results: monitors.probeResults, from: applied.applied, to: removed.began)
      .record(in: recorder)
    return try await recordCounters(of: lab)
  }

  private func record(
    _ step: HarnessStep, _ profile: Profile, _ lab: Lab, _ condition: AppliedCondition, _ clock: StepClock
  ) {
    recorder.append(
      .conditionChanged(
        ConditionChanged(
          step: step.rawValue, profile: ProfileRecord(profile), interface: lab.interface,
          began: recorder.relative(condition.began), applied: recorder.relative(condition.applied))),
      at: condition.applied)
    clock.hold(step, since: condition.applied)
  }

  private func recordStart(of lab: Lab) async throws {
    let facts = try await lab.facts()
    recorder.append(
      .runStarted(
        RunStarted(
          tool: "linkcond", profile: ProfileRecord(profile), engine: lab.engine.engine.rawValue,
          engineReason: lab.engine.reason, kernel: facts.kernelRelease, seed: options.seed, wallClock: WallClock.now(),
          monitors: options.monitors.map(\.rawValue).sorted(), families: lab.hasIPv6 ? ["ipv4", "ipv6"] : ["ipv4"],
          processors: Processors.count, congestionControl: facts.congestionControl, buffers: facts.buffers,
          offloads: facts.offloads,
          phases: [
            HarnessStep.baseline.rawValue: options.phases.baseline.wholeNanoseconds,
            HarnessStep.applied.rawValue: options.phases.applied.wholeNanoseconds,
            HarnessStep.removed.rawValue: options.phases.removed.wholeNanoseconds,
          ])),
      at: recorder.start)
  }

  /// Whether the engine was late by more than 1 ms on average: then the numbers are the machine's.
  private func recordCounters(of lab: Lab) async throws -> Bool {
    let counters = try await lab.counters()
    let now = MonotonicClock.now()
    for (direction, lane) in [("downlink", counters.downlink), ("uplink", counters.uplink)] {
      recorder.append(
        .counters(
          LaneCount(
            interface: lab.interface, direction: direction, offeredPackets: lane.offeredPackets,
            offeredBytes: lane.offeredBytes, deliveredPackets: lane.deliveredPackets,
            deliveredBytes: lane.deliveredBytes, lostByCondition: lane.lostByCondition,
            droppedByQueue: lane.droppedByQueue, lateness: lane.maxLatenessNanoseconds)),
        at: now)
    }
    return [counters.downlink, counters.uplink].contains { ($0.meanLatenessNanoseconds ?? 0) > 1_000_000 }
  }

  private func sleep(until time: Int64) async throws {
    let rest = time - MonotonicClock.now()
    if rest > 0 { try await Task.sleep(for: .nanoseconds(rest)) }
  }
}

internal import Conditioner
internal import LinuxSystem
internal import Profiles
internal import Record

/// One run of the harness: a lab, the monitors and perhaps the user's program in it, and the changes of its plan.
struct LabRun: Sendable {
  let plan: RunPlan
  let options: HarnessOptions
  let capabilities: Capabilities
  let recorder: RunRecorder

  private let clock = StepClock()
  private let board = StatusBoard()

  init(plan: RunPlan, options: HarnessOptions, capabilities: Capabilities, recorder: RunRecorder) {
    self.plan = plan
    self.options = options
    self.capabilities = capabilities
    self.recorder = recorder
  }

  /// Runs and records; what fails is recorded too.
  func run() async -> RunFinished {
    var finished: RunFinished
    do {
      finished = try await inLab()
    } catch is CancellationError {
      finished = RunFinished(outcome: "interrupted", failure: "The run was interrupted.")
    } catch {
      finished = RunFinished(outcome: "failed", failure: "\(error)")
    }
    let extent: RunExtent =
      finished.outcome != "completed"
      ? .unknown : options.recoveryLimit != nil ? .recovery : plan.scenario != nil ? .scenario : .phases
    finished.expectations = recorder.check(plan.expectations + options.expectations, of: plan, monitors, extent)
    recorder.append(.runFinished(finished), at: MonotonicClock.now())
    return finished
  }

  private func inLab() async throws -> RunFinished {
    let lab = try await Lab(
      interfaces: plan.interfaces,
      options: LabOptions(
        engine: options.engine, seed: seed, capabilities: capabilities,
        profiles: plan.changes.map(\.profile), hasWayOut: options.hasWayOut))
    do {
      let finished = try await steps(in: lab)
      await lab.end()
      return finished
    } catch {
      await lab.end()
      throw error
    }
  }

  private var seed: UInt64 { plan.seed ?? options.seed }

  private var monitors: Set<MonitorKind> {
    let named = plan.monitors.map { Set($0.compactMap { MonitorKind(rawValue: $0) }) } ?? Set(MonitorKind.allCases)
    let chosen = options.monitors.intersection(named)
    return options.app == nil ? chosen.subtracting([.app]) : chosen.union([.app])
  }

  private func steps(in lab: Lab) async throws -> RunFinished {
    try await recordStart(of: lab)
    let watch = try StarvationWatch()
    let made = MonotonicClock.now()
    for change in plan.beginning {
      let condition =
        change.profile.isUnconditioned
        ? AppliedCondition(began: made, applied: made) : try await lab.apply(change.profile, to: change.interface)
      record(change, condition)
    }
    let monitors = try await RunMonitors(lab, plan, monitors, recorder, clock, board)
    defer { monitors.stop() }
    // The plan's times count from here, so that nothing that took its time before comes into them.
    let start = MonotonicClock.now()
    try monitors.start(since: start)
    let app = try await startApp(in: lab)
    var spans = StepSpans(plan.beginning, at: start)
    do {
      for (index, change) in zip(plan.rest.indices, plan.rest) {
        try await sleep(until: start + change.time.wholeNanoseconds)
        if index == plan.rest.startIndex { board.keepAsBaseline() }
        clock.begin()
        let condition = try await lab.apply(change.profile, to: change.interface)
        // Changes of one moment hold together: what a monitor makes of them is not for the first of them to claim.
        let next = plan.rest.dropFirst(index + 1 - plan.rest.startIndex).first
        record(change, condition, holds: next?.time != change.time)
        spans.begin(change, condition)
        if change.step == plan.surveyedStep, app == nil {
          try await LinkSurvey(lab: lab, profile: change.profile, step: change.step, recorder: recorder)
            .run(until: start + (next?.time ?? plan.end).wholeNanoseconds)
        }
      }
      try await finish(start, last: spans.lastApplied)
    } catch {
      await app?.stop()
      throw error
    }
    spans.end(at: MonotonicClock.now())
    let failure = app?.serverFailure ?? lab.wayOutFailure
    await app?.stop()
    monitors.stop()
    for span in spans.measurable where plan.surveyedStep == nil || span.step == plan.surveyedStep {
      ProbeSummary(
        step: span.step, profile: span.profile,
        family: lab.hasIPv6 ? plan.probedFamily : .ipv4, results: monitors.probeResults, from: span.from, to: span.to
      ).record(in: recorder)
    }
    let stalls = watch.stop().map {
      RunFinished.Stall(from: recorder.relative($0.from), to: recorder.relative($0.to))
    }
    return RunFinished(
      outcome: failure == nil ? "completed" : "failed", failure: failure?.description,
      saturated: try await recordCounters(of: lab), starved: stalls.map { $0.to - $0.from }.max(), stalls: stalls)
  }

  private func startApp(in lab: Lab) async throws -> AppRun? {
    guard let app = options.app else { return nil }
    return try await AppRun(
      app, in: lab, run: recorder.run, plan: plan, recorder: AppRecorder(recorder, clock, board))
  }

  /// Waits for the plan's end, or for the monitors to be back, if that is what ends a run.
  private func finish(_ start: Int64, last: Int64) async throws {
    guard let limit = options.recoveryLimit else {
      return try await sleep(until: start + plan.end.wholeNanoseconds)
    }
    let deadline = last + limit.wholeNanoseconds
    while !board.isBack, MonotonicClock.now() < deadline { try await Task.sleep(for: .milliseconds(20)) }
  }

  private func record(_ change: PlannedChange, _ condition: AppliedCondition, holds: Bool = true) {
    recorder.append(
      .conditionChanged(
        ConditionChanged(
          step: change.step, profile: ProfileRecord(change.profile), interface: change.interface,
          began: recorder.relative(condition.began), applied: recorder.relative(condition.applied))),
      at: condition.applied)
    if holds { clock.hold(change.step, since: condition.applied) }
  }

  private func recordStart(of lab: Lab) async throws {
    let facts = try await lab.facts()
    recorder.append(
      .runStarted(
        RunStarted(
          tool: "linkcond \(ToolVersion.current)", profile: ProfileRecord(plan.profile),
          engine: lab.engine.engine.rawValue,
          engineReason: lab.engine.reason, kernel: facts.kernelRelease, seed: seed, wallClock: WallClock.now(),
          monitors: monitors.map(\.rawValue).sorted(), families: lab.hasIPv6 ? ["ipv4", "ipv6"] : ["ipv4"],
          processors: Processors.count, congestionControl: facts.congestionControl, buffers: facts.buffers,
          offloads: facts.offloads, phases: plan.phases, scenario: plan.scenario, plan: PlanRecord(plan, options),
          app: options.app.map {
            AppPlan(
              command: $0.command, statusPattern: $0.pattern?.text, server: $0.server,
              directory: SpawnRequest.currentDirectory)
          })),
      at: recorder.start)
  }

  /// Whether the engine was late by more than 1 ms on average: then the numbers are the machine's.
  private func recordCounters(of lab: Lab) async throws -> Bool {
    var isSaturated = false
    for interface in lab.interfaces {
      let counters = try await lab.counters(of: interface.name)
      let now = MonotonicClock.now()
      for (direction, lane) in [("downlink", counters.downlink), ("uplink", counters.uplink)] {
        recorder.append(
          .counters(
            LaneCount(
              interface: interface.name, direction: direction, offeredPackets: lane.offeredPackets,
              offeredBytes: lane.offeredBytes, deliveredPackets: lane.deliveredPackets,
              deliveredBytes: lane.deliveredBytes, lostByCondition: lane.lostByCondition,
              droppedByQueue: lane.droppedByQueue, lateness: lane.maxLatenessNanoseconds,
              meanLateness: lane.meanLatenessNanoseconds, duplicated: lane.duplicated, reordered: lane.reordered,
              corrupted: lane.corrupted, lostByEngine: lane.lostByEngine)),
          at: now)
        if (lane.meanLatenessNanoseconds ?? 0) > 1_000_000 { isSaturated = true }
      }
    }
    return isSaturated
  }

  private func sleep(until time: Int64) async throws {
    let rest = time - MonotonicClock.now()
    if rest > 0 { try await Task.sleep(for: .nanoseconds(rest)) }
  }
}

internal import Conditioner
internal import LinuxSystem
internal import Profiles
public import Record
internal import Synchronization

/// Runs the monitors through each plan, each in a lab of its own, and records what they say.
public struct HarnessRunner: Sendable {
  private let options: HarnessOptions

  /// A harness that has not started.
  public init(_ options: HarnessOptions) { self.options = options }

  /// Runs all plans, as many at once as the options say. A run that fails is recorded so and does not stop the rest.
  ///
  /// - Parameters:
  ///   - sink: Gets every event as it happens, from several threads.
  ///   - onFinish: Called as each run ends.
  /// - Returns: how each run ended, in the order of the plans.
  /// - Throws: `SystemError` if the machine allows no namespaces, ``LabError`` if it lacks the engine that was asked for.
  public func run(
    sink: @escaping @Sendable (RecordEvent) -> Void, onFinish: @escaping @Sendable () -> Void = {}
  ) async throws -> [RunFinished] {
    let capabilities = try await Capabilities.probe()
    _ = try EngineDecision(
      options.engine, capabilities, profiles: options.plans.flatMap { $0.changes.map(\.profile) })
    if options.hasWayOut { try Lab.checkWayOut() }
    if options.app != nil { AppSurroundings.sweep() }
    let names = RunPlan.names(options.plans)
    var outcomes = [RunFinished?](repeating: nil, count: options.plans.count)
    await withTaskGroup(of: (Int, RunFinished).self) { group in
      var next = 0
      func startNext() {
        guard next < options.plans.count else { return }
        let (index, plan, name, options) = (next, options.plans[next], names[next], options)
        next += 1
        group.addTask {
          let recorder = RunRecorder(run: name, start: MonotonicClock.now(), sink: sink)
          let run = LabRun(plan: plan, options: options, capabilities: capabilities, recorder: recorder)
          return (index, await run.run())
        }
      }
      for _ in 0..<max(1, options.jobs) { startNext() }
      for await (index, outcome) in group {
        outcomes[index] = outcome
        onFinish()
        startNext()
      }
    }
    return outcomes.compactMap(\.self)
  }
}

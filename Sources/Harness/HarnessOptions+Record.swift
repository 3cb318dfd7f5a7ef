internal import Conditioner
internal import Profiles
public import Record

extension HarnessOptions {
  /// What it takes to do recorded runs again: the same steps, engine, seed, monitors, program and expectations.
  ///
  /// Every run has its own seed and engine in a record; those of the first are taken, since one call of the tool makes all.
  ///
  /// - Throws: ``RerunFault`` if there is no run, or one whose record does not hold its plan.
  public init(repeating runs: [RunStarted]) throws {
    guard let first = runs.first else { throw RerunFault("it has no run that began") }
    let plans = try runs.map { try RunPlan($0) }
    guard let engine = EngineChoice(rawValue: first.engine) else {
      throw RerunFault("it was made by an engine called '\(first.engine)', which this version does not have")
    }
    self.init(
      plans: plans, engine: engine, seed: first.seed,
      monitors: Set(first.monitors.compactMap { MonitorKind(rawValue: $0) }),
      recoveryLimit: first.plan?.recoveryLimit.map { .nanoseconds($0) },
      app: try first.app.map { app in
        AppOptions(
          command: app.command, pattern: try app.statusPattern.map { try StatusPattern($0) }, server: app.server)
      }, hasWayOut: first.plan?.hasWayOut ?? false)
  }
}

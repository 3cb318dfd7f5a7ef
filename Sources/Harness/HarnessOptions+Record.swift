public import Conditioner
internal import Profiles
public import Record

extension HarnessOptions {
  /// What it takes to do recorded runs again: the same steps, engine, seeds, monitors, program and expectations, as many at
  /// a time.
  ///
  /// Every run has its own engine in a record; that of the first is taken, since one call of the tool makes all.
  ///
  /// - Parameter other: The engine to take instead; nil for the record's.
  /// - Throws: ``RerunFault`` if there is no run, or one whose record does not hold its plan.
  public init(repeating runs: [RunStarted], by other: EngineChoice? = nil) throws {
    guard let first = runs.first else { throw RerunFault("it has no run that began") }
    let plans = try runs.map { try RunPlan($0) }
    guard let engine = other ?? EngineChoice(rawValue: first.engine) else {
      throw RerunFault("it was made by an engine called '\(first.engine)', which this version does not have")
    }
    self.init(
      plans: plans, engine: engine, seed: first.seed,
      // A scenario has some of those that were asked for, and its plan says which.
      monitors: Set(runs.flatMap(\.monitors).compactMap { MonitorKind(rawValue: $0) }), jobs: first.plan?.jobs,
      recoveryLimit: first.plan?.recoveryLimit.map { .nanoseconds($0) },
      app: try first.app.map { app in
        AppOptions(
          command: app.command, pattern: try app.statusPattern.map { try StatusPattern($0) }, server: app.server)
      }, hasWayOut: first.plan?.hasWayOut ?? false)
  }
}

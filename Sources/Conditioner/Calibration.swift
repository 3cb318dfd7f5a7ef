internal import LinuxSystem
internal import Profiles

/// What a lab imposes on this machine beside what is asked of it, over a grid of conditions.
public struct Calibration: Hashable, Sendable {
  /// The engine that was measured, and why that one.
  public let engine: EngineDecision
  /// What decided the fate of packets in the userspace engine.
  public let seed: UInt64
  /// A line for each number, in the order of the grid.
  public let rows: [CalibrationRow]

  /// A calibration as given.
  public init(engine: EngineDecision, seed: UInt64, rows: [CalibrationRow]) {
    self.engine = engine
    self.seed = seed
    self.rows = rows
  }

  /// Measures all of it in a lab, towards the client, with frames of the calibration's own. Takes about a minute.
  ///
  /// - Parameter progress: Called with the conditions that are measured next.
  /// - Throws: ``LabError``, also where the machine was too busy to tell; `NetlinkError` or `SystemError`.
  public static func measure(
    options: LabOptions = LabOptions(), progress: @Sendable (String) -> Void = { _ in }
  ) async throws -> Calibration {
    try await measure(CalibrationCase.grid, options: options, progress: progress)
  }

  static func measure(
    _ cases: [CalibrationCase], options: LabOptions, progress: @Sendable (String) -> Void = { _ in }
  ) async throws -> Calibration {
    try await Lab.with(options: options) { lab in
      let meter = try await LinkMeter(lab, isDownlink: true)
      var rows: [CalibrationRow] = []
      for item in cases {
        progress(item.name)
        try await lab.apply(Profile(name: item.name, downlink: item.conditions))
        let result = try await undisturbed(item, lab, meter)
        rows += item.rows(result, isSeeded: lab.engine.engine == .userspace)
      }
      return Calibration(engine: lab.engine, seed: options.seed, rows: rows)
    }
  }

  /// How often a case is measured at most, in the hope that the machine has the time for one of them.
  private static let attempts = 3

  /// One case, measured again where frames were lost that nothing asked to lose.
  private static func undisturbed(
    _ item: CalibrationCase, _ lab: Lab, _ meter: LinkMeter
  ) async throws -> LinkMeter.Result {
    var lost: UInt64 = 0
    var missed = 0
    for _ in 1...attempts {
      let before = try await lab.counters().downlink.lostByEngine ?? 0
      let result = try await meter.run(
        count: item.count, length: item.length, interval: item.interval, patience: item.patience)
      lost = try await (lab.counters().downlink.lostByEngine ?? 0) - before
      missed = result.missed
      if lost == 0, missed == 0 { return result }
    }
    throw LabError(
      .failed, "measure '\(item.name)'",
      because:
        "the machine was too busy, \(attempts) times over: \(lost) frames were lost that nothing asked to lose, and "
        + "\(missed) came and could not be read in time.",
      advice: "Try again while it has less to do.")
  }
}

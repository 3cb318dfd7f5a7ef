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
  /// Whether the machine had the time, at the end and in the conditions in which it had the least of it, of those with wrong
  /// times or rates if there are any; nil where nobody watched.
  public let load: MachineLoad?

  /// A calibration as given.
  public init(engine: EngineDecision, seed: UInt64, rows: [CalibrationRow], load: MachineLoad? = nil) {
    self.engine = engine
    self.seed = seed
    self.rows = rows
    self.load = load
  }

  /// What shows that the machine was too busy for a row of times or rates that is wrong, as the end of a sentence; nil where
  /// none is wrong, or nothing shows it.
  public var busySigns: String? {
    rows.contains(where: \.isWrongInTime) ? load?.busySigns : nil
  }

  /// Measures all of it in a lab, towards the client, with frames of the calibration's own. Takes about a minute.
  ///
  /// - Parameter progress: Called with the conditions that are measured next.
  /// - Throws: ``LabError``, `NetlinkError` or `SystemError`.
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
      let watch = try LoadWatch()
      defer { watch.stop() }
      var laps: [(load: MachineLoad, isWrong: Bool)] = []
      for item in cases {
        progress(item.name)
        try await lab.apply(Profile(name: item.name, downlink: item.conditions))
        _ = watch.lap()
        let (result, isDisturbed) = try await measure(item, lab, meter)
        let lap = watch.lap()
        let found = item.rows(result, isSeeded: lab.engine.engine == .userspace)
        rows += isDisturbed ? found.map(\.disturbed) : found
        laps.append((lap, !isDisturbed && found.contains(where: \.isWrongInTime)))
      }
      return Calibration(
        engine: lab.engine, seed: options.seed, rows: rows, load: Self.worst(laps, now: watch.lap().average))
    }
  }

  /// The wakings of the case that had the largest share of late ones, of those that came out wrong if there are any.
  static func worst(_ laps: [(load: MachineLoad, isWrong: Bool)], now average: Double?) -> MachineLoad? {
    let wrong = laps.filter(\.isWrong)
    let loads = (wrong.isEmpty ? laps : wrong).map(\.load)
    return loads.max { $0.lateWakings * max(1, $1.wakings) < $1.lateWakings * max(1, $0.wakings) }
      .map {
        MachineLoad(average: average, processors: $0.processors, wakings: $0.wakings, lateWakings: $0.lateWakings)
      }
  }

  /// How often a case is measured at most, in the hope that the machine has the time for one of them.
  private static let attempts = 3

  /// One case, measured again where frames were lost that nothing asked to lose; the last time, and whether it was so then
  /// too.
  private static func measure(
    _ item: CalibrationCase, _ lab: Lab, _ meter: LinkMeter
  ) async throws -> (LinkMeter.Result, isDisturbed: Bool) {
    var attempt = 1
    while true {
      let before = try await lab.counters().downlink.lostByEngine ?? 0
      let result = try await meter.run(
        count: item.count, length: item.length, interval: item.interval, patience: item.patience,
        isStamped: item.asksForTimes)
      let lost = try await (lab.counters().downlink.lostByEngine ?? 0) - before
      let isDisturbed = lost > 0 || result.missed > 0
      if !isDisturbed || attempt == attempts { return (result, isDisturbed) }
      attempt += 1
    }
  }
}

internal import Record

/// How much sooner or later a monitor may say the same in another run although nothing else is different.
struct NoiseFloor: Sendable {
  /// For monitors that the kernel tells: from a change of conditions to the client it takes the thread that makes it, the
  /// one that reads the kernel's event and the one that calls the client, of which none is more than 5 ms late in a run
  /// that does not say it was starved, and the kernel itself, whose part was measured as 1 to 9 ms. 25 ms, twice.
  static let ofEvents: Int64 = 50_000_000
  /// How often a probe is sent by default, since what a probe notices it may notice one probe later; for a program as well,
  /// of which nobody knows how it looks.
  static let usual: Int64 = 500_000_000

  /// What was asked for; nil for a floor that fits the monitor.
  private let asked: Int64?
  /// The longest time between two probes in any of the runs.
  private let probeInterval: Int64
  /// How late a thread was at worst in any of the runs; 0 where none says so.
  private let starved: Int64

  /// The floor for what is compared among some runs.
  init(asked: Int64?, _ runs: [RunStory]) {
    self.asked = asked
    probeInterval = runs.map { $0.started?.plan?.probe?.interval ?? Self.usual }.max() ?? Self.usual
    starved = runs.compactMap { $0.finished?.starved }.max() ?? 0
  }

  /// The least difference in time that counts, in nanoseconds.
  ///
  /// - Parameter isFirst: Whether it is the monitor's first status, which comes when it was started rather than when
  ///   something changed.
  func of(_ monitor: String, isFirst: Bool) -> Int64 {
    if let asked { return asked }
    return switch monitor {
    case "path" where !isFirst, "reachability" where !isFirst: min(Self.usual, Self.ofEvents + starved)
    case "probe": probeInterval
    default: Self.usual
    }
  }
}

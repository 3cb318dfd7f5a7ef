internal import Record

/// A transition in two records.
public struct ComparedTransition: Encodable, Sendable {
  /// What makes it the same transition in another run.
  struct Key: Hashable, Sendable {
    let monitor: String
    let step: String
    /// The step's index, since a step's name may come again.
    let place: Int
    let to: String
    /// Which of several alike within the step, counted from 1.
    var time: Int
  }

  /// What happened to it.
  public enum Change: String, Encodable, Sendable {
    /// It is in both, and its time differs by no more than the noise.
    case same
    /// It is in both at another time.
    case moved
    /// No run of the first record has it, half of the second's runs at least have.
    case appeared
    /// Half of the first record's runs at least have it, and none of the second's.
    case vanished
    /// It is in some runs of both or too few of one to say more.
    case unsteady
  }

  /// One record's side.
  public struct Side: Encodable, Sendable {
    /// How many runs there are.
    public let runs: Int
    /// The time from when the step's conditions held until the client was told, in nanoseconds, of each run that has it.
    public let times: [Int64]
    /// The middle of ``times``; nil if there are none.
    public let median: Int64?
    /// From the shortest of ``times`` to the longest.
    public let spread: Int64

    init(_ times: [Int64], of runs: Int) {
      self.runs = runs
      let times = times.sorted()
      self.times = times
      median = Median.of(times)
      spread = (times.last ?? 0) - (times.first ?? 0)
    }
  }

  /// The monitor.
  public let monitor: String
  /// The step that held.
  public let step: String
  /// The status before.
  public let from: String
  /// The status after.
  public let to: String
  /// Which of several alike within the step, counted from 1.
  public let occurrence: Int
  /// What happened to it.
  public let change: Change
  /// What that means.
  public let verdict: RecordComparison.Verdict
  /// The first record's side.
  public let a: Side
  /// The second record's side.
  public let b: Side
  /// How much later it is in the second record, in nanoseconds; nil unless both have it.
  public let difference: Int64?
  /// The least difference in time that counts, whatever repeats differ by, in nanoseconds.
  public let floor: Int64
  /// What counts as noise: the largest of both sides' spreads and the floor, in nanoseconds.
  public let noise: Int64

  /// What one record has of it, and of its monitor at the end of its step.
  struct Sample: Sendable {
    /// The transition in each run that has it.
    let items: [ExplainedTransition]
    /// The time of each since the step's conditions held, in nanoseconds.
    let times: [Int64]
    /// The monitor's status at the end of the step in each run that got there; nil if it had none.
    let ends: [String?]
    /// Whether nothing gets through under the conditions that led to it, in any of the runs.
    let isOutage: Bool
    /// How many runs there are.
    let runs: Int

    /// Whether in at least half of the runs the monitor ended the step less well than `reach`, or better than it.
    func ends(_ isApart: (Reach, Reach) -> Bool, _ reach: Reach) -> Bool {
      2 * ends.filter { $0.flatMap { Reach(status: $0) }.map { isApart($0, reach) } ?? false }.count
        >= max(1, ends.count)
    }
  }

  init(_ key: Key, _ old: Sample, _ new: Sample, _ floor: NoiseFloor) {
    monitor = key.monitor
    step = key.step
    let from = (old.items + new.items).first?.transition.fromLabel ?? "unknown"
    self.from = from
    to = key.to
    occurrence = key.time
    let (before, now) = (Side(old.times, of: old.runs), Side(new.times, of: new.runs))
    let floor = floor.of(key.monitor, isFirst: from == "unknown")
    let noise = max(floor, before.spread, now.spread)
    let difference = before.median.flatMap { early in now.median.map { $0 - early } }
    let change = Self.change(before, now, difference, noise)
    (a, b, self.floor, self.noise) = (before, now, floor, noise)
    (self.difference, self.change) = (difference, change)
    verdict = Self.verdict(change, old, new, difference ?? 0)
  }

  private static func change(_ a: Side, _ b: Side, _ difference: Int64?, _ noise: Int64) -> Change {
    guard let difference else {
      let side = a.times.isEmpty ? b : a
      guard 2 * side.times.count >= side.runs else { return .unsteady }
      return a.times.isEmpty ? .appeared : .vanished
    }
    if abs(difference) > noise { return .moved }
    return a.times.count == a.runs && b.times.count == b.runs ? .same : .unsteady
  }

  private static func verdict(
    _ change: Change, _ old: Sample, _ new: Sample, _ difference: Int64
  ) -> RecordComparison.Verdict {
    if change == .appeared || change == .vanished, let end = end(change, old, new) { return end }
    // Flaps and transitions without a condition behind them are none that anybody waits for.
    let isUnwanted = (old.items + new.items).contains { $0.isFlap || $0.isFalse }
    switch change {
    case .same, .unsteady: return .same
    case .moved: return isUnwanted ? .changed : difference > 0 ? .worse : .better
    case .appeared where isUnwanted: return .worse
    case .vanished where isUnwanted: return .better
    case .appeared: return meaning(of: new, without: old, .better)
    case .vanished: return meaning(of: old, without: new, .worse)
    }
  }

  /// What it means that the program ends in one record and not, or not so, in the other one; nil for what is no end.
  private static func end(_ change: Change, _ old: Sample, _ new: Sample) -> RecordComparison.Verdict? {
    let (there, gone) = change == .appeared ? (new, old) : (old, new)
    guard let end = there.items.first?.transition, ProgramEnd.isEnd(end.to, of: end.monitor) else { return nil }
    // One that fails in both does so in another way, and where only the other one fails its own end says so.
    if gone.ends.contains(where: { $0.map { ProgramEnd.isFailure($0, of: end.monitor) } ?? false }) { return .changed }
    if ProgramEnd.isFailure(end.to, of: end.monitor) { return change == .appeared ? .worse : .better }
    // It came to its end before, and now it is at it still.
    return change == .vanished && !gone.ends.contains(end.toLabel) ? .worse : .changed
  }

  /// What it means that one record has a transition and the other one has not.
  ///
  /// - Parameter found: what it means if the transition is one that ought to be: better where it appeared, worse where
  ///   it vanished.
  private static func meaning(
    of there: Sample, without gone: Sample, _ found: RecordComparison.Verdict
  ) -> RecordComparison.Verdict {
    guard let transition = there.items.first?.transition else { return .same }
    guard !transition.isHandover, let from = Reach(status: transition.from), let to = Reach(status: transition.to)
    else {
      // A program's own words, or a hand-over: that one is no longer said is a loss, unless it came to say it by another
      // way.
      let isSaidAnyway = gone.ends.contains { $0 == transition.toLabel }
      return found == .worse && !isSaidAnyway ? .worse : .changed
    }
    // Without it the other record's monitor either got there by another way or did not get there.
    if to < from { return gone.ends(>, to) ? found : .changed }
    if there.isOutage { return gone.ends(<, to) ? found : .changed }
    return found == .better ? .worse : .better
  }
}

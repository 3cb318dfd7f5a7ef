internal import Record

extension RunStory {
  /// What a monitor did about the conditions; times in nanoseconds.
  public struct Reaction: Encodable, Hashable, Sendable {
    /// The status it went to; nil if it never noticed.
    public var status: String?
    /// From when the conditions held until its client was told; below zero if that was while they were being applied.
    public var detected: Int64?
    /// Whether it was still in another status than before when the conditions were taken away.
    public var wasAwayAtRemoval = false
    /// From their removal until its client was told that all is as before.
    public var recovered: Int64?
  }

  /// How a monitor noticed the conditions, and how it noticed that they were gone.
  ///
  /// What belongs to which step is told by the step that a transition names, not by its time: a monitor may be faster
  /// than the call that applies the conditions.
  public func reaction(of monitor: String) -> Reaction {
    let mine = transitions.filter { $0.monitor == monitor }
    guard let applied = time(of: "applied"), let before = mine.last(where: { $0.condition == "baseline" })?.to else {
      return Reaction()
    }
    var reaction = Reaction()
    let during = mine.filter { $0.condition == "applied" }
    let after = mine.filter { $0.condition == "removed" }
    if let first = during.first(where: { $0.to != before }) ?? after.first(where: { $0.to != before }) {
      // The worst status counts: degraded may be only a step on the way to offline.
      let noticed = during.first { $0.to != before && ["offline", "unsatisfied"].contains($0.to) } ?? first
      reaction.status = noticed.to
      reaction.detected = noticed.delivered - applied
    }
    guard let removed = time(of: "removed"), reaction.status != nil else { return reaction }
    reaction.wasAwayAtRemoval = (during.last?.to ?? before) != before
    let away = reaction.wasAwayAtRemoval ? after[...] : after.drop { $0.to == before }
    reaction.recovered = away.first { $0.to == before }.map { $0.delivered - removed }
    return reaction
  }
}

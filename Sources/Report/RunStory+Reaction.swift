internal import Record

extension RunStory {
  /// What a monitor did about the conditions; times in nanoseconds.
  public struct Reaction: Encodable, Hashable, Sendable {
    /// The first status it went to; nil if it never noticed.
    public var firstStatus: String?
    /// From when the conditions held until its client was told of ``firstStatus``: the time to detect.
    public var firstDetected: Int64?
    /// The worst status it went to, which is often the first one too; nil if it never noticed.
    public var status: String?
    /// From when the conditions held until its client was told; below zero if that was while they were being applied.
    public var detected: Int64?
    /// Whether it was still in another status than before when the conditions were taken away.
    public var wasAwayAtRemoval = false
    /// From their removal until its client was told that all is as before.
    public var recovered: Int64?
  }

  /// How a monitor noticed the conditions, and how it noticed that they were gone; nothing for a scenario.
  public func reaction(of monitor: String) -> Reaction { RunAnalysis(self).reaction(of: monitor) }
}

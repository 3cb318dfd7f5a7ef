/// A new path, with the kernel events that led to it and when each step happened, in nanoseconds of CLOCK_MONOTONIC.
public struct PathUpdate: Hashable, Sendable {
  /// The path before; nil for the first update.
  public let old: NetworkPath?
  /// The path now.
  public let new: NetworkPath
  /// The kernel events behind it, oldest first; none for the first update.
  public let events: [TimedEvent]
  /// When the first of them was seen.
  public let firstEvidence: Int64
  /// When the new path was known.
  public let decided: Int64
  /// When the handler was called.
  public let delivered: Int64
}

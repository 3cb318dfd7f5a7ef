/// When a change of conditions was asked for and from when it holds, in nanoseconds of CLOCK_MONOTONIC.
public struct AppliedCondition: Hashable, Sendable {
  /// When the lab was asked.
  public let began: Int64
  /// From when packets meet the new conditions.
  public let applied: Int64

  /// Times as given.
  public init(began: Int64, applied: Int64) {
    self.began = began
    self.applied = applied
  }
}

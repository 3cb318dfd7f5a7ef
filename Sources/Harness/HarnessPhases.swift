/// How long each phase of a run lasts.
public struct HarnessPhases: Hashable, Sendable {
  /// Without conditions, before: what the monitors say of a good link.
  public var baseline: Duration
  /// With the profile's conditions.
  public var applied: Duration
  /// Without conditions again: how long until the monitors notice.
  public var removed: Duration

  /// Phases; without arguments 2 s, 8 s and 4 s.
  public init(baseline: Duration = .seconds(2), applied: Duration = .seconds(8), removed: Duration = .seconds(4)) {
    self.baseline = baseline
    self.applied = applied
    self.removed = removed
  }

  /// All three together.
  public var total: Duration { baseline + applied + removed }
}

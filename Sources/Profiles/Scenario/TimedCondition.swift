/// One change of one link, as a scenario with its seed comes down to: what the harness does at a time.
public struct TimedCondition: Hashable, Sendable {
  /// When, from the run's start.
  public let time: Duration
  /// The step it belongs to; with rounds after the first, ` (round 2)` and so on is added.
  public let step: String
  /// The client's interface.
  public let interface: String
  /// The conditions from then on, link state included.
  public let profile: Profile
  /// Whether it is a part of a ramp that is not yet at its end: where it is due is a choice, and it may come later.
  public let isPartOfRamp: Bool

  /// A change as given.
  public init(time: Duration, step: String, interface: String, profile: Profile, isPartOfRamp: Bool = false) {
    self.time = time
    self.step = step
    self.interface = interface
    self.profile = profile
    self.isPartOfRamp = isPartOfRamp
  }
}

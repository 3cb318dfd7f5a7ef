public import Profiles

/// One change of conditions in a run.
public struct PlannedChange: Hashable, Sendable {
  /// When, from the run's start.
  public var time: Duration
  /// What the record calls the step that it belongs to.
  public var step: String
  /// The client's interface.
  public var interface: String
  /// The conditions from then on, link state included.
  public var profile: Profile

  /// A change as given.
  public init(time: Duration, step: String, interface: String, profile: Profile) {
    self.time = time
    self.step = step
    self.interface = interface
    self.profile = profile
  }
}

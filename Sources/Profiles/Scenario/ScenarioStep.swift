/// Something that happens during a scenario.
public struct ScenarioStep: Hashable, Sendable {
  /// What happens.
  public enum Action: Hashable, Sendable {
    /// The link gets these conditions at once, its state included.
    case profile(Profile)
    /// The link gets this state; its conditions stay.
    case state(LinkState)
    /// The link's conditions become these little by little.
    case ramp(to: Profile, over: Duration)
    /// The link goes to a state and comes back, again and again, for random times, until the time is over; then it is up.
    case flap(state: LinkState, out: ClosedRange<Duration>, back: ClosedRange<Duration>, lasting: Duration)
  }

  /// When, from the start of the round.
  public var time: Duration
  /// What the record and the reports call it; unique within the scenario.
  public var name: String
  /// The client's interface.
  public var interface: String
  /// What happens.
  public var action: Action

  /// A step as given.
  public init(time: Duration, name: String, interface: String, action: Action) {
    self.time = time
    self.name = name
    self.interface = interface
    self.action = action
  }
}

/// One of the interfaces that a scenario's lab has.
public struct ScenarioInterface: Hashable, Sendable {
  /// Its name at the client, such as `wlan0`; at most 13 characters, so that the link's ends can be named after it.
  public var name: String
  /// What it looks like.
  public var type: InterfaceType
  /// The conditions at the start.
  public var profile: Profile
  /// The link state at the start.
  public var state: LinkState

  /// An interface as given; without a profile it is not impaired.
  public init(name: String, type: InterfaceType, profile: Profile? = nil, state: LinkState = .up) {
    self.name = name
    self.type = type
    self.profile = profile ?? .unconditioned(type)
    self.state = state
  }
}

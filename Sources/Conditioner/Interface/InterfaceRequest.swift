public import Profiles

/// What is asked for an existing interface.
public struct InterfaceRequest: Hashable, Sendable {
  /// The conditions: the uplink's for what goes out, the downlink's for what comes in.
  public var profile: Profile
  /// The interface's name.
  public var device: String
  /// Which way gets them.
  public var direction: AppliedDirection
  /// Whether to go on where the machine may be cut off or what someone else put there is in the way.
  public var isForced: Bool

  /// How the user called the profile, such as by the path of its file; nil for its name.
  public var profileWord: String?

  /// A request.
  public init(
    profile: Profile, device: String, direction: AppliedDirection = .both, isForced: Bool = false,
    profileWord: String? = nil
  ) {
    self.profile = profile
    self.profileWord = profileWord
    self.device = device
    self.direction = direction
    self.isForced = isForced
  }
}

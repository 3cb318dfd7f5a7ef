public import Profiles

/// How a lab is made.
public struct LabOptions: Hashable, Sendable {
  /// Which engine to use.
  public var engine: EngineChoice
  /// What decides the fate of packets. In the userspace engine the same seed gives the same fate on any machine; netem,
  /// which takes one from Linux 6.6 on, decides about packets in the order in which they come.
  public var seed: UInt64
  /// The kernel's answers, if they are known already; nil asks it.
  public var capabilities: Capabilities?
  /// The profiles that the lab will be put under, as far as they are known: `auto` takes an engine that can do them all.
  public var profiles: [Profile]

  /// Whether the network side is connected to the real network, by `pasta` or `slirp4netns`, whichever is installed. Names
  /// other than the origin's are then asked of this machine's name servers.
  public var hasWayOut: Bool

  /// Options; without arguments the defaults of the command line.
  public init(
    engine: EngineChoice = .auto, seed: UInt64 = 1, capabilities: Capabilities? = nil, profiles: [Profile] = [],
    hasWayOut: Bool = false
  ) {
    self.engine = engine
    self.seed = seed
    self.capabilities = capabilities
    self.profiles = profiles
    self.hasWayOut = hasWayOut
  }
}

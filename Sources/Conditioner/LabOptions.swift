/// How a lab is made.
public struct LabOptions: Hashable, Sendable {
  /// Which engine to use.
  public var engine: EngineChoice
  /// What decides the fate of packets in the userspace engine: the same seed gives the same fate on any machine.
  public var seed: UInt64
  /// The kernel's answers, if they are known already; nil asks it.
  public var capabilities: Capabilities?

  /// Options; without arguments the defaults of the command line.
  public init(engine: EngineChoice = .auto, seed: UInt64 = 1, capabilities: Capabilities? = nil) {
    self.engine = engine
    self.seed = seed
    self.capabilities = capabilities
  }
}

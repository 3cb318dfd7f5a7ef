public import Profiles

/// Which engine a lab gets, and why.
public struct EngineDecision: Hashable, Sendable {
  /// The engine.
  public let engine: EngineKind
  /// A sentence for the record and the terminal.
  public let reason: String

  /// Decides from what was asked, what the kernel answered, and what will be asked of the engine.
  ///
  /// - Parameter profiles: The profiles that the lab will be put under, as far as they are known.
  /// - Throws: ``LabError`` of kind ``LabError/Kind/missingPiece`` if `kernel` was asked for and a piece is missing, or if a
  ///   profile says what netem cannot do.
  public init(
    _ choice: EngineChoice, _ capabilities: Capabilities, profiles: [Profile] = []
  ) throws(LabError) {
    let missing = capabilities.missingForKernelEngine
    let obstacle = Self.obstacle(profiles)
    switch choice {
    case .userspace:
      self.init(engine: .userspace, reason: "The userspace engine was asked for.")
    case .kernel:
      guard missing.isEmpty else {
        throw LabError(
          .missingPiece, "use the kernel engine",
          because: Self.sentence(missing, kernel: capabilities.kernelRelease),
          advice: "Write '--engine userspace': that engine needs none of these.")
      }
      if let obstacle {
        throw LabError(
          .missingPiece, "use the kernel engine", because: obstacle,
          advice: "Write '--engine userspace': that engine can do it.")
      }
      self.init(
        engine: .kernel,
        reason: "The kernel engine was asked for, and the kernel has every piece of it. \(Self.chances(capabilities))")
    case .auto where !missing.isEmpty:
      self.init(engine: .userspace, reason: Self.sentence(missing, kernel: capabilities.kernelRelease))
    case .auto:
      if let obstacle {
        self.init(engine: .userspace, reason: obstacle)
      } else {
        self.init(
          engine: .kernel,
          reason: "The kernel has netem and everything else the kernel engine needs. \(Self.chances(capabilities))")
      }
    }
  }

  /// Netem takes a seed from Linux 6.6 on.
  private static func chances(_ capabilities: Capabilities) -> String {
    capabilities.has(.netemSeed)
      ? "The seed decides about packets in the order in which they come, so other traffic in the link changes their fate."
      : "It draws losses anew each time, whatever the seed: netem takes none before Linux 6.6."
  }

  private init(engine: EngineKind, reason: String) {
    self.engine = engine
    self.reason = reason
  }

  /// What stands against netem in the first profile that has more than it can do; nil if there is none.
  static func obstacle(_ profiles: [Profile]) -> String? {
    for profile in profiles {
      let obstacles = KernelPlan.obstacles(profile)
      guard !obstacles.isEmpty else { continue }
      return "netem has no \(obstacles.joined(separator: ", no ")), which profile '\(profile.name)' asks for."
    }
    return nil
  }

  private static func sentence(_ missing: [Capabilities.Answer], kernel: String) -> String {
    let list = missing.map { "\($0.piece.rawValue) (\($0.refusal ?? "refused"))" }.joined(separator: ", ")
    return "Kernel \(kernel) lacks \(list)."
  }
}

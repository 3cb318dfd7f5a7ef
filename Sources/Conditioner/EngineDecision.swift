/// Which engine a lab gets, and why.
public struct EngineDecision: Hashable, Sendable {
  /// The engine.
  public let engine: EngineKind
  /// A sentence for the record and the terminal.
  public let reason: String

  /// Decides from what was asked and what the kernel answered.
  ///
  /// - Throws: ``LabError`` of kind ``LabError/Kind/missingPiece`` if `kernel` was asked for and a piece is missing.
  public init(_ choice: EngineChoice, _ capabilities: Capabilities) throws(LabError) {
    let missing = capabilities.missingForKernelEngine
    switch choice {
    case .userspace:
      self.init(engine: .userspace, reason: "The userspace engine was asked for.")
    case .kernel where missing.isEmpty:
      self.init(engine: .kernel, reason: "The kernel engine was asked for, and the kernel has every piece of it.")
    case .kernel:
      throw LabError(
        .missingPiece, "use the kernel engine",
        because: Self.sentence(missing, kernel: capabilities.kernelRelease),
        advice: "Leave out '--engine kernel': the userspace engine needs none of these.")
    case .auto where missing.isEmpty:
      self.init(engine: .kernel, reason: "The kernel has netem and everything else the kernel engine needs.")
    case .auto:
      self.init(engine: .userspace, reason: Self.sentence(missing, kernel: capabilities.kernelRelease))
    }
  }

  private init(engine: EngineKind, reason: String) {
    self.engine = engine
    self.reason = reason
  }

  private static func sentence(_ missing: [Capabilities.Answer], kernel: String) -> String {
    let list = missing.map { "\($0.piece.rawValue) (\($0.refusal ?? "refused"))" }.joined(separator: ", ")
    return "Kernel \(kernel) lacks \(list)."
  }
}

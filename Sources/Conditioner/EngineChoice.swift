/// What the user asks for with `--engine`.
public enum EngineChoice: String, Hashable, Sendable, CaseIterable {
  /// The kernel engine where the kernel has all it needs, else the userspace engine.
  case auto
  /// tc qdiscs through libnl; refused where a piece is missing.
  case kernel
  /// linkcond's own packet relay; works wherever packet sockets do.
  case userspace
}

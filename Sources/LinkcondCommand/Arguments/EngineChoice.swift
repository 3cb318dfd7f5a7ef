/// Which engine the user asks for.
enum EngineChoice: String, Hashable, Sendable, CaseIterable {
  /// The kernel's if it has the pieces, else the one in user space.
  case auto
  /// The kernel's queueing disciplines.
  case kernel
  /// The packet relay.
  case userspace
}

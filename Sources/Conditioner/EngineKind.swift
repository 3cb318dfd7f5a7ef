/// What imposes the conditions inside the `link` namespace of a lab.
public enum EngineKind: String, Hashable, Sendable, CaseIterable {
  /// netem qdiscs on both link-side ends, packets cross by an ingress redirect.
  case kernel
  /// A thread that moves frames between two packet sockets.
  case userspace
}

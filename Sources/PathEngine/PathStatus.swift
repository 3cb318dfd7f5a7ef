/// Whether a path can be used, in the words of Apple's `NWPath.Status`.
///
/// `satisfied` says that there is a usable route, not that anything answers at its end.
public enum PathStatus: String, Hashable, Sendable, CaseIterable {
  /// There is a usable route.
  case satisfied
  /// There is none.
  case unsatisfied
  /// There is none now, but an attempt may bring one.
  case requiresConnection
}

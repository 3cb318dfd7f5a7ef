/// The steps of a run under one profile; the record names them so. A scenario's steps have names of their own.
public enum HarnessStep: String, Hashable, Sendable, CaseIterable {
  /// No conditions yet.
  case baseline
  /// The profile's conditions hold.
  case applied
  /// They were taken away.
  case removed
}

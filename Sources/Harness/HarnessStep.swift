/// The steps of a harness run; the record names them so.
public enum HarnessStep: String, Hashable, Sendable, CaseIterable {
  /// No conditions yet.
  case baseline
  /// The profile's conditions hold.
  case applied
  /// They were taken away.
  case removed
}

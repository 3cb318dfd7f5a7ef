/// A form that `linkcond show` writes a profile in, for files and shells.
enum ShowForm: String, Hashable, Sendable, CaseIterable {
  /// linkcond's own property list.
  case plist
  /// The file of Apple's Network Link Conditioner.
  case nlc
  /// Commands of `tc`.
  case tc
}

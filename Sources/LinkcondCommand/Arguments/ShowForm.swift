import Profiles

/// A form that `linkcond show` writes a profile in, for files and shells.
enum ShowForm: String, Hashable, Sendable, CaseIterable {
  /// linkcond's own property list, of a scenario too.
  case plist
  /// The file of Apple's Network Link Conditioner.
  case nlc
  /// Commands of `tc`.
  case tc

  /// The format of the form.
  var format: ProfileFormat {
    switch self {
    case .plist: .native
    case .nlc: .nlc
    case .tc: .tc
    }
  }
}

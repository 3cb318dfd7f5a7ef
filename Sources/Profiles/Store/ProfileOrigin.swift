/// Where a profile was found.
public enum ProfileOrigin: Hashable, Sendable, CustomStringConvertible {
  /// It comes with linkcond.
  case bundled
  /// It was read from the file at this path.
  case file(String)

  /// `bundled`, or the path.
  public var description: String {
    switch self {
    case .bundled: "bundled"
    case .file(let path): path
    }
  }
}

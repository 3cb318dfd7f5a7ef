/// What `list --names` lists.
enum ListedNames: String, Hashable, Sendable, CaseIterable {
  case profiles
  case scenarios

  /// A name as it is easiest to type, which is found as well: small letters, and dashes for spaces.
  static func typed(_ name: String) -> String { name.lowercased().split(separator: " ").joined(separator: "-") }
}

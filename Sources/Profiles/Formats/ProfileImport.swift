/// What a file holds, as profiles.
public struct ProfileImport: Hashable, Sendable {
  /// The file, as it was named.
  public let file: String
  /// The format that the file is in.
  public let format: ProfileFormat
  /// The profiles, in the order of the file where it has one; never empty.
  public let profiles: [Profile]
  /// The name of the profile that the file says is chosen, as with Apple's `SelectedProfile`; nil if it says none.
  public let selected: String?
  /// What was assumed, rounded or left out, a sentence each, which begins with the profile and the key it is about.
  public let assumptions: [String]
  /// What Apple's file said to the letter, so that writing it again changes nothing; nil for other formats.
  let apple: AppleProfileFile?

  init(
    file: String, format: ProfileFormat, profiles: [Profile], selected: String? = nil, assumptions: [String] = [],
    apple: AppleProfileFile? = nil
  ) {
    self.file = file
    self.format = format
    self.profiles = profiles
    self.selected = selected
    self.assumptions = assumptions
    self.apple = apple
  }

  /// The profile that is meant where none is named: the only one, or else the one that the file says is chosen.
  public var defaultProfile: Profile? {
    profiles.count == 1 ? profiles.first : profiles.first { $0.name == selected }
  }

  /// The same file with one of its profiles alone, and what was assumed of that or of the file.
  public func only(_ profile: Profile) -> ProfileImport {
    let others = profiles.filter { $0.name != profile.name }.map { "\(QuantityFault.shown($0.name)): " }
    return ProfileImport(
      file: file, format: format, profiles: [profile], selected: selected == profile.name ? selected : nil,
      assumptions: assumptions.filter { note in !others.contains(where: note.hasPrefix) }, apple: apple)
  }
}

extension ProfileCatalog {
  /// The profiles in a file of Apple's, each a source of its own; nil for a list that is not Apple's.
  static func appleSources(_ list: PropertyListFile, path: String, place: Int) throws(ProfileFaults) -> [Source]? {
    guard let file = try appleFile(list, path: path) else { return nil }
    let selected = file.profiles.count > 1 ? file.defaultProfile?.name : nil
    return file.profiles.map { profile in
      Source(
        name: profile.name, origin: .file(path), place: place, content: .profile(profile),
        isSelected: profile.name == selected)
    }
  }

  /// The profile that a file of Apple's means as a whole: its only one, or the one that is selected; nil for a list that
  /// is not Apple's.
  ///
  /// - Throws: ``ProfileFaults`` for a damaged file, and for several profiles of which none is selected.
  static func appleDefault(_ list: PropertyListFile, path: String) throws(ProfileFaults) -> Profile? {
    guard let file = try appleFile(list, path: path) else { return nil }
    if let profile = file.defaultProfile { return profile }
    let names = file.profiles.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw ProfileFaults([
      ProfileFault(
        file: path, keyPath: "SelectedProfile",
        message: "None of its profiles is selected; name one of \(names), and give the file to --profiles.")
    ])
  }

  private static func appleFile(_ list: PropertyListFile, path: String) throws(ProfileFaults) -> ProfileImport? {
    guard let format = AppleProfileFile.format(of: FormatValue(list)) else { return nil }
    return try AppleProfileFile.read(list, file: path, as: format)
  }
}

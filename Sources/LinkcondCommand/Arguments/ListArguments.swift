/// The arguments of `linkcond list`.
struct ListArguments: Hashable, Sendable {
  /// Whether to print JSON.
  var isJSON: Bool
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]

  static let description = CommandDescription(
    "list", abstract: "List the profiles that are found.",
    discussion: """
      They are looked for among the bundled ones, in ~/.config/linkcond/profiles, in ./profiles and where --profiles \
      says; of two with the same name the one found last counts.
      """,
    options: [SharedOptions.json.description, SharedOptions.profiles.description])
}

extension ListArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    isJSON = parsed.has(SharedOptions.json)
    profilePlaces = try parsed.values(SharedOptions.profiles)
  }
}

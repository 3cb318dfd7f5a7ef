/// The arguments of `linkcond show`.
struct ShowArguments: Hashable, Sendable {
  /// The name or path of the profile.
  var profile: String
  /// Whether to print JSON.
  var isJSON: Bool
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]

  static let description = CommandDescription(
    "show", abstract: "Show a profile in full.", arguments: [SharedOptions.profile],
    options: [SharedOptions.json.description, SharedOptions.profiles.description])
}

extension ShowArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    profile = parsed.positionals.first ?? ""
    isJSON = parsed.has(SharedOptions.json)
    profilePlaces = try parsed.values(SharedOptions.profiles)
  }
}

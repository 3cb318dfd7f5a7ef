/// The arguments of `linkcond check`.
struct CheckArguments: Hashable, Sendable {
  /// The files to read; not empty.
  var files: [String]
  /// Whether to print JSON.
  var isJSON: Bool
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]

  static let description = CommandDescription(
    "check", abstract: "Check files of profiles and scenarios.",
    discussion: """
      Every fault of every file is told, with its line where that is known. Names of profiles in the files are looked \
      up where 'list' finds them. The exit status is 65 if there is a fault.
      """,
    arguments: [ArgumentDescription("file", help: "A property list with a profile or a scenario.", extent: .oneOrMore)],
    options: [SharedOptions.json.description, SharedOptions.profiles.description])
}

extension CheckArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    files = parsed.positionals
    isJSON = parsed.has(SharedOptions.json)
    profilePlaces = try parsed.values(SharedOptions.profiles)
  }
}

/// The arguments of `linkcond list`.
struct ListArguments: Hashable, Sendable {
  /// Whether to print JSON.
  var isJSON: Bool
  /// Prints these names alone, as they are easiest to type; nil for tables.
  var names: ListedNames?
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]

  private static let names = ValueOption<ListedNames>(
    "names", value: "what", help: "Print these names alone, one a line.", values: ListedNames.allCases.map(\.rawValue)
  ) { text throws(ValueFault) in
    guard let names = ListedNames(rawValue: text) else {
      throw .notOneOf(ListedNames.allCases.map(\.rawValue), text: text)
    }
    return names
  }

  static let description = CommandDescription(
    "list", abstract: "List the profiles and scenarios that are found.",
    discussion: """
      Profiles are looked for among the bundled ones, in ~/.config/linkcond/profiles, in ./profiles and where --profiles \
      says; scenarios in the folder 'scenarios' of each, and in ~/.config/linkcond/scenarios. Of two with the same name \
      the one found last counts.
      """,
    options: [SharedOptions.json.description, names.description, SharedOptions.profiles.description])
}

extension ListArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    isJSON = parsed.has(SharedOptions.json)
    names = try parsed.value(Self.names)
    profilePlaces = try parsed.values(SharedOptions.profiles)
  }
}

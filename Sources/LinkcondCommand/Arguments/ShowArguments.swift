/// The arguments of `linkcond show`.
struct ShowArguments: Hashable, Sendable {
  /// The name or path of the profile.
  var profile: String
  /// Whether to print JSON.
  var isJSON: Bool
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]
  /// The form to write it in; nil for text to read.
  var form: ShowForm?
  /// The interface that commands are written for.
  var device: String?

  private static let form = ValueOption<ShowForm>(
    "as", value: "form", help: "Print the profile or scenario as a file or as commands.",
    values: ShowForm.allCases.map(\.rawValue)
  ) { text throws(ValueFault) in
    guard let form = ShowForm(rawValue: text) else {
      throw .notOneOf(ShowForm.allCases.map(\.rawValue), text: text)
    }
    return form
  }

  static let description = CommandDescription(
    "show", abstract: "Show a profile, or a scenario, in full.",
    arguments: [
      ArgumentDescription(
        "profile",
        help: """
          The name of a profile or scenario, of which case, spaces, '-' and '_' do not matter, or the path of its file.
          """, names: [.profiles, .scenarios])
    ],
    options: [
      SharedOptions.json.description, form.description, SharedOptions.device.description,
      SharedOptions.profiles.description,
    ])
}

extension ShowArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    profile = parsed.positionals.first ?? ""
    isJSON = parsed.has(SharedOptions.json)
    profilePlaces = try parsed.values(SharedOptions.profiles)
    form = try parsed.value(Self.form)
    device = try parsed.value(SharedOptions.device)
    try SharedOptions.needDevice(device, for: form == .tc, parsed)
  }
}

import Conditioner
/// The arguments of `linkcond run`.
struct RunArguments: Hashable, Sendable {
  /// The name or path of the profile.
  var profile: String
  /// The command and its arguments; not empty.
  var command: [String]
  /// Which engine to use.
  var engine: EngineChoice
  /// Where the fates of packets come from; nil to draw one.
  var seed: UInt64?
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]
  /// A shell command for the network side.
  var server: String?
  /// Whether the lab is connected to the real network.
  var hasWayOut = false

  static let description = CommandDescription(
    "run", abstract: "Run a command behind a link with the conditions of a profile.",
    discussion: """
      The command runs as the client of a lab and sees its network only. Its exit status is passed on, 128 and the \
      number for a signal; 125 means that linkcond itself failed, 126 that the command cannot be executed, 127 that it \
      was not found.
      """,
    arguments: [
      SharedOptions.profile,
      ArgumentDescription("command", help: "The command to run and its arguments.", extent: .afterTerminator),
    ],
    options: [
      SharedOptions.engine.description, SharedOptions.seed.description, SharedOptions.profiles.description,
      SharedOptions.serve.description, SharedOptions.wayOut.description,
    ])
}

extension RunArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    profile = parsed.positionals.first ?? ""
    command = parsed.afterTerminator
    engine = try parsed.value(SharedOptions.engine) ?? .auto
    seed = try parsed.value(SharedOptions.seed)
    profilePlaces = try parsed.values(SharedOptions.profiles)
    server = try parsed.value(SharedOptions.serve)
    hasWayOut = parsed.has(SharedOptions.wayOut)
  }
}

import Conditioner

/// The arguments of `linkcond apply`.
struct ApplyArguments: Hashable, Sendable {
  /// The name or path of the profile.
  var profile: String
  /// The interface.
  var device: String
  /// What was written behind `--namespace`; nil for the namespace of the tool.
  var namespace: String?
  /// Which way gets the conditions.
  var direction: AppliedDirection
  /// How long they hold; nil until they are cleared.
  var duration: Duration?
  /// Whether to print what would be done and do nothing.
  var isDryRun: Bool
  /// Whether to go on where it may cut off the machine or replace what someone else put there.
  var isForced: Bool
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]

  private static let direction = ValueOption<AppliedDirection>(
    "direction", value: "direction", help: "Which way gets the conditions.", fallback: .both)

  private static let duration = ValueOption<Duration>(
    "for", value: "duration", help: "Take the conditions away again after this time, whatever becomes of linkcond."
  ) { text throws(ValueFault) in
    let duration = try ValueOption<Duration>.read(text)
    guard duration > .zero, duration <= .seconds(7 * 86_400) else {
      throw .because("a duration above 0 s and up to 10080 min is expected")
    }
    return duration
  }

  private static let dryRun = Flag(
    "dry-run", help: "Print the lines of tc, ip and ethtool that do the same, and do nothing.")

  private static let force = Flag(
    "force", help: "Go on although the interface carries the default route or an SSH session, or has others' qdiscs.")

  static let description = CommandDescription(
    "apply", abstract: "Condition an existing interface.",
    discussion: """
      What goes out by the interface gets the conditions of the profile's uplink, what comes in those of its downlink. \
      It needs the kernel's netem; without it a rate alone and 100 % loss are possible. 'linkcond clear' takes the \
      conditions away, 'linkcond status' shows them.
      """,
    arguments: [SharedOptions.profile],
    options: [
      InterfaceOptions.requiredDevice.description, InterfaceOptions.namespace.description, direction.description,
      duration.description, dryRun.description, force.description, SharedOptions.profiles.description,
    ])
}

extension ApplyArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    profile = parsed.positionals.first ?? ""
    guard let device = try parsed.value(InterfaceOptions.requiredDevice) else {
      throw parsed.missing(InterfaceOptions.requiredDevice.description)
    }
    self.device = device
    namespace = try parsed.value(InterfaceOptions.namespace)
    direction = try parsed.value(Self.direction) ?? .both
    duration = try parsed.value(Self.duration)
    isDryRun = parsed.has(Self.dryRun)
    isForced = parsed.has(Self.force)
    profilePlaces = try parsed.values(SharedOptions.profiles)
  }
}

import Harness
import Conditioner
/// The arguments of `linkcond harness`.
struct HarnessArguments: Hashable, Sendable {
  /// Names or paths of profiles; empty for all that are found.
  var profiles: [String]
  /// Which engine to use.
  var engine: EngineChoice
  /// Where the fates of packets come from; nil to draw one.
  var seed: UInt64?
  /// How long the monitors watch the unconditioned link first.
  var baseline: Duration
  /// How long the conditions are applied.
  var applied: Duration
  /// How long the monitors watch after the conditions are removed.
  var removed: Duration
  /// How many profiles run at a time; nil for one a processor.
  var jobs: Int?
  /// The folder that the record is written to.
  var output: String
  /// More folders and files to look for profiles in.
  var profilePlaces: [String]
  /// The monitors to run, each once, in the order they were given.
  var monitors: [MonitorKind]
  /// Whether to print without colours and without progress.
  var isPlain: Bool
  /// Whether to print the record's events as JSON instead of a report.
  var isJSON: Bool

  private static let profile = ValueOption<String>(
    "profile", value: "name",
    help: "Run under this profile: a name or the path of a file. Repeat it for several. (default: all that are found)",
    isRepeated: true)
  private static let baseline = ValueOption<Duration>(
    "baseline", help: "How long to watch the unconditioned link first.", fallback: .seconds(2))
  private static let applied = ValueOption<Duration>(
    "applied", help: "How long the profile is applied.", fallback: .seconds(8))
  private static let removed = ValueOption<Duration>(
    "removed", help: "How long to watch after it is removed.", fallback: .seconds(4))
  private static let jobs = ValueOption<Int>(
    "jobs", value: "number", help: "How many profiles run at a time.", range: 1...64, fallback: "all at once")
  private static let output = ValueOption<String>(
    "output", value: "dir", help: "Write the record to this folder.", fallback: "linkcond-record")
  private static let monitors = ValueOption<[MonitorKind]>(
    "monitors", value: "list", help: "The monitors to run, with commas between.",
    values: MonitorKind.allCases.map(\.rawValue),
    fallback: MonitorKind.allCases.map(\.rawValue).joined(separator: ",")
  ) { text throws(ValueFault) in
    var monitors: [MonitorKind] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let monitor = MonitorKind(rawValue: name) else {
        throw .notOneOf(MonitorKind.allCases.map(\.rawValue), text: name)
      }
      if !monitors.contains(monitor) { monitors.append(monitor) }
    }
    return monitors
  }

  static let description = CommandDescription(
    "harness", abstract: "Run the monitors under each profile and record every transition.",
    discussion: """
      Each profile gets a lab of its own: the monitors first watch an unconditioned link, then the profile is \
      applied, then removed. What they say and when is written to record.jsonl in the output folder.
      """,
    options: [
      profile.description, SharedOptions.engine.description, SharedOptions.seed.description, baseline.description,
      applied.description, removed.description, jobs.description, output.description,
      SharedOptions.profiles.description, monitors.description, SharedOptions.plain.description,
      SharedOptions.json.description,
    ])
}

extension HarnessArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    profiles = try parsed.values(Self.profile)
    engine = try parsed.value(SharedOptions.engine) ?? .auto
    seed = try parsed.value(SharedOptions.seed)
    baseline = try parsed.value(Self.baseline) ?? .seconds(2)
    applied = try parsed.value(Self.applied) ?? .seconds(8)
    removed = try parsed.value(Self.removed) ?? .seconds(4)
    jobs = try parsed.value(Self.jobs)
    output = try parsed.value(Self.output) ?? "linkcond-record"
    profilePlaces = try parsed.values(SharedOptions.profiles)
    monitors = try parsed.value(Self.monitors) ?? MonitorKind.allCases
    isPlain = parsed.has(SharedOptions.plain)
    isJSON = parsed.has(SharedOptions.json)
  }
}

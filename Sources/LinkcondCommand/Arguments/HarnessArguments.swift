import Conditioner
import Harness
import Profiles

/// The arguments of `linkcond harness`.
struct HarnessArguments: Hashable, Sendable {
  /// Names or paths of profiles.
  var profiles: [String] = []
  /// Names or paths of scenarios. With neither these nor profiles, all profiles that are found run.
  var scenarios: [String] = []
  /// How often each runs.
  var repeats = 1
  /// Which engine to use.
  var engine = EngineChoice.auto
  /// Where the fates of packets come from; nil to draw one.
  var seed: UInt64?
  /// How long the monitors watch the unconditioned link first.
  var baseline = Duration.seconds(2)
  /// How long the conditions are applied.
  var applied = Duration.seconds(8)
  /// How long the monitors watch after the conditions are removed.
  var removed = Duration.seconds(4)
  /// Ends a run when all monitors are back, and so long after its last change at the latest; nil ends it by the clock.
  var recoveryLimit: Duration?
  /// How many labs run at a time; nil for all of them.
  var jobs: Int?
  /// The folder that the record is written to.
  var output = "linkcond-record"
  /// More folders and files to look for profiles in.
  var profilePlaces: [String] = []
  /// The monitors to run, each once, in the order they were given.
  var monitors = MonitorKind.allCases
  /// The user's program and its arguments; empty for none.
  var command: [String] = []
  /// The regular expression that finds a status in what the program writes.
  var statusPattern: String?
  /// A shell command for the network side.
  var server: String?
  /// Whether every lab is connected to the real network.
  var hasWayOut = false
  /// What must come out of every run.
  var expectations: [Expectation] = []
  /// Whether to print without colours and without progress.
  var isPlain = false
  /// Whether to print the record's findings as JSON instead of a report.
  var isJSON = false

  private static let profile = ValueOption<String>(
    "profile", value: "name",
    help: """
      Run under this profile: a name or the path of a file. Repeat it for several. (default: all that are found, if no \
      scenario is named)
      """,
    isRepeated: true)
  private static let scenario = ValueOption<String>(
    "scenario", value: "name",
    help: "Run this scenario: a name or the path of a file. Repeat it for several.", isRepeated: true)
  private static let repeats = ValueOption<Int>(
    "repeat", value: "number", help: "How often each profile and scenario is run.", range: 1...1000, fallback: "1")
  private static let baseline = ValueOption<Duration>(
    "baseline", help: "How long to watch the unconditioned link first.", fallback: .seconds(2))
  private static let applied = ValueOption<Duration>(
    "applied", help: "How long the profile is applied.", fallback: .seconds(8))
  private static let removed = ValueOption<Duration>(
    "removed", help: "How long to watch after it is removed.", fallback: .seconds(4))
  private static let untilRecovered = ValueOption<Duration>(
    "until-recovered",
    help: """
      End a run as soon as every monitor says again what it said at first, and so long after the last change at the latest.
      """, fallback: nil)
  private static let jobs = ValueOption<Int>(
    "jobs", value: "number", help: "How many labs run at a time.", range: 1...64, fallback: "all at once")
  private static let output = ValueOption<String>(
    "output", value: "dir", help: "Write the record to this folder.", fallback: "linkcond-record")
  private static let status = ValueOption<String>(
    "status", value: "regex",
    help: """
      Find the command's status in the lines that it writes: the group named 'status', else the first group, else all \
      that matches.
      """
  ) { text throws(ValueFault) in
    do { _ = try StatusPattern(text) } catch { throw .because("it is no regular expression") }
    return text
  }
  private static let expect = ValueOption<Expectation>(
    "expect", value: "text",
    help: """
      What must come out of every run that has the step, such as 'probe offline within 5s after applied'. Repeat it for \
      several; the exit status is 1 if one does not.
      """, isRepeated: true
  ) { text throws(ValueFault) in
    do throws(ExpectationFault) { return try Expectation(text: text) } catch { throw .because(error.reason) }
  }
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
    "harness", abstract: "Run the monitors, and a command, under each profile or scenario and record every transition.",
    discussion: """
      Each profile gets a lab of its own: the monitors first watch an unconditioned link, then the profile is \
      applied, then removed. A scenario has steps of its own. What they say and when is written to record.jsonl in the \
      output folder.
      The command runs as the client of each lab. What it writes is recorded; it tells its idea of the network by lines \
      that '--status' finds, or by a line for each status on the descriptor that LINKCOND_STATUS_FD names.
      """,
    arguments: [
      ArgumentDescription(
        "command", help: "A command to run in each lab and its arguments.", extent: .perhapsAfterTerminator)
    ],
    options: [
      profile.description, scenario.description, repeats.description, SharedOptions.engine.description,
      SharedOptions.seed.description, baseline.description, applied.description, removed.description,
      untilRecovered.description, jobs.description, output.description, SharedOptions.profiles.description,
      monitors.description, status.description, SharedOptions.serve.description,
      SharedOptions.wayOut.description, expect.description, SharedOptions.plain.description,
      SharedOptions.json.description,
    ])
}

extension HarnessArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    profiles = try parsed.values(Self.profile)
    scenarios = try parsed.values(Self.scenario)
    repeats = try parsed.value(Self.repeats) ?? repeats
    engine = try parsed.value(SharedOptions.engine) ?? engine
    seed = try parsed.value(SharedOptions.seed)
    baseline = try parsed.value(Self.baseline) ?? baseline
    applied = try parsed.value(Self.applied) ?? applied
    removed = try parsed.value(Self.removed) ?? removed
    recoveryLimit = try parsed.value(Self.untilRecovered)
    jobs = try parsed.value(Self.jobs)
    output = try parsed.value(Self.output) ?? output
    profilePlaces = try parsed.values(SharedOptions.profiles)
    monitors = try parsed.value(Self.monitors) ?? monitors
    command = parsed.afterTerminator
    statusPattern = try parsed.value(Self.status)
    server = try parsed.value(SharedOptions.serve)
    hasWayOut = parsed.has(SharedOptions.wayOut)
    expectations = try parsed.values(Self.expect)
    if command.isEmpty {
      func refuse(_ what: String) -> UsageError {
        UsageError("\(what) is about a command. Write '--' and the command to run at the end.", in: parsed.page)
      }
      if statusPattern != nil { throw refuse("'--status'") }
      if let expectation = expectations.first(where: { $0.neededMonitor == MonitorKind.app.rawValue }) {
        throw refuse("'--expect \(expectation)'")
      }
    }
    try refuseWithoutEffect(parsed)
    isPlain = parsed.has(SharedOptions.plain)
    isJSON = parsed.has(SharedOptions.json)
  }

  /// Refuses what would change nothing, or could not come true, once the runs are over.
  private func refuseWithoutEffect(_ parsed: ParsedArguments) throws(UsageError) {
    for phase in [Self.baseline, Self.applied, Self.removed] {
      guard try parsed.value(phase) != nil, profiles.isEmpty, !scenarios.isEmpty else { continue }
      throw UsageError(
        "'--\(phase.description.name)' is about runs under a profile; a scenario has times of its own.", in: parsed.page
      )
    }
    for expectation in expectations {
      if let kind = expectation.neededMonitor.flatMap({ MonitorKind(rawValue: $0) }), kind != .app,
        !monitors.contains(kind)
      {
        throw UsageError(
          "'--expect \(expectation)' takes the monitor '\(kind.rawValue)', which '--monitors' leaves out.",
          in: parsed.page)
      }
      if expectation.neededMonitor == nil, !command.isEmpty {
        throw UsageError(
          "'--expect \(expectation)' cannot be told: loss and rate are only measured without a command, which that would "
            + "disturb.", in: parsed.page)
      }
    }
  }
}

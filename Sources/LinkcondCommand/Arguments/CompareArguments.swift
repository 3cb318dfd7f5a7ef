/// The arguments of `linkcond compare`.
struct CompareArguments: Hashable, Sendable {
  /// The path of the older record, or of the folder with it.
  var before: String
  /// The path of the newer record, or of the folder with it.
  var now: String
  /// The least difference in time that counts; nil for what fits each monitor.
  var floor: Duration?
  /// Whether to print JSON.
  var isJSON: Bool
  /// Whether to print without colours.
  var isPlain: Bool

  private static let floor = ValueOption<Duration>(
    "floor", help: "Count less of a difference in time as noise, even if repeats differ by less.",
    fallbackWords: "50 ms for path and reachability, the probe's interval, 500 ms for app")

  static let description = CommandDescription(
    "compare", abstract: "Show which transitions of a record appeared, vanished or moved in time since another.",
    discussion: """
      Runs of one profile are held against each other. What its repeats differ by in either record is noise, and so is \
      whatever is below the floor. The exit status is 1 if something got worse beyond the noise: a transition came \
      later, one that was needed is gone, one without a reason is new, an expectation fails, or a run does not end.
      """,
    arguments: [
      ArgumentDescription("before", help: "The older record.jsonl, or the folder that it is in."),
      ArgumentDescription("now", help: "The newer one."),
    ], options: [floor.description, SharedOptions.json.description, SharedOptions.plain.description])
}

extension CompareArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there are two.
    before = parsed.positionals.first ?? ""
    now = parsed.positionals.dropFirst().first ?? ""
    floor = try parsed.value(Self.floor)
    isJSON = parsed.has(SharedOptions.json)
    isPlain = parsed.has(SharedOptions.plain)
  }
}

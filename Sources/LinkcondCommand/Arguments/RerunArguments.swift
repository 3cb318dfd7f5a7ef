internal import Conditioner

/// The arguments of `linkcond rerun`.
struct RerunArguments: Hashable, Sendable {
  /// The path of the record to run again, or of the folder with it.
  var record: String
  /// The folder that the new record is written to.
  var output: String
  /// The engine to take in place of the record's; nil for that.
  var engine: EngineChoice?
  /// Whether to print the comparison as JSON.
  var isJSON: Bool
  /// Whether to print without colours and without progress.
  var isPlain: Bool

  private static let usualOutput = "linkcond-rerun"
  private static let output = ValueOption<String>(
    "output", value: "dir", help: "Write the new record to this folder.", fallback: usualOutput)
  private static let engine = ValueOption<EngineChoice>(
    "engine", value: "engine", help: "What imposes the conditions.", fallbackWords: "the record's")

  static let description = CommandDescription(
    "rerun", abstract: "Do again what a record tells of, and compare.",
    discussion: """
      Every run is made anew with the same profiles or steps, seeds, engine, monitors, command and expectations, into a \
      new record. The exit status is 1 if something got worse, or if a run or an expectation failed.
      """,
    arguments: [ArgumentDescription("record", help: "The path of a record.jsonl, or of the folder that it is in.")],
    options: [engine.description, output.description, SharedOptions.plain.description, SharedOptions.json.description])
}

extension RerunArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    record = parsed.positionals.first ?? ""
    output = try parsed.value(Self.output) ?? Self.usualOutput
    engine = try parsed.value(Self.engine)
    isJSON = parsed.has(SharedOptions.json)
    isPlain = parsed.has(SharedOptions.plain)
  }
}

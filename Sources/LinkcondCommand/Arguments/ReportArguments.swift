/// The arguments of `linkcond report`.
struct ReportArguments: Hashable, Sendable {
  /// The path of a record, or of the folder with one.
  var record: String
  /// Whether to print the report as text even if files are asked for.
  var isText: Bool
  /// Whether to print the findings as JSON instead.
  var isJSON: Bool
  /// Whether to print without colours.
  var isPlain: Bool
  /// Where to write the page.
  var html: String?
  /// Where to write the results for a CI system.
  var junit: String?
  /// Where to write the table of transitions.
  var csv: String?

  private static let text = Flag(
    "text", help: "Print the report to the terminal. This is what it does by itself, if no file is asked for.")
  private static let html = ValueOption<String>(
    "html", value: "file", help: "Write one HTML file that needs nothing else; '-' is standard output.")
  private static let junit = ValueOption<String>(
    "junit", value: "file", help: "Write JUnit XML, a suite for each run; '-' is standard output.")
  private static let csv = ValueOption<String>(
    "csv", value: "file", help: "Write the transitions as comma-separated values; '-' is standard output.")

  static let description = CommandDescription(
    "report", abstract: "Draw a record again.",
    arguments: [ArgumentDescription("record", help: "The path of a record.jsonl, or of the folder that it is in.")],
    options: [
      text.description, html.description, junit.description, csv.description, SharedOptions.json.description,
      SharedOptions.plain.description,
    ])
}

extension ReportArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    record = parsed.positionals.first ?? ""
    isText = parsed.has(Self.text)
    isJSON = parsed.has(SharedOptions.json)
    isPlain = parsed.has(SharedOptions.plain)
    html = try parsed.value(Self.html)
    junit = try parsed.value(Self.junit)
    csv = try parsed.value(Self.csv)
  }
}

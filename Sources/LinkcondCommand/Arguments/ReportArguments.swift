/// The arguments of `linkcond report`.
struct ReportArguments: Hashable, Sendable {
  /// The path of a record, or of the folder with one.
  var record: String
  /// Whether to print the report as text; it is what happens anyway while there is no other form.
  var isText: Bool
  /// Whether to print without colours.
  var isPlain: Bool

  private static let text = Flag("text", help: "Print the report to the terminal. This is what it does by itself.")

  static let description = CommandDescription(
    "report", abstract: "Draw a record again.",
    arguments: [ArgumentDescription("record", help: "The path of a record.jsonl, or of the folder that it is in.")],
    options: [text.description, SharedOptions.plain.description])
}

extension ReportArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    record = parsed.positionals.first ?? ""
    isText = parsed.has(Self.text)
    isPlain = parsed.has(SharedOptions.plain)
  }
}

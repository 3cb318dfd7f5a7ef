/// The arguments of `linkcond status`.
struct StatusArguments: Hashable, Sendable {
  /// Whether to print JSON.
  var isJSON: Bool

  static let description = CommandDescription(
    "status", abstract: "Show the interfaces that linkcond has conditioned, as the kernel has them now.",
    options: [SharedOptions.json.description])
}

extension StatusArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    isJSON = parsed.has(SharedOptions.json)
  }
}

/// The arguments of `linkcond doctor`.
struct DoctorArguments: Hashable, Sendable {
  /// Whether to print JSON.
  var isJSON: Bool

  static let description = CommandDescription(
    "doctor", abstract: "Try what this machine can do, and say how to get what it lacks.",
    options: [SharedOptions.json.description])
}

extension DoctorArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    isJSON = parsed.has(SharedOptions.json)
  }
}

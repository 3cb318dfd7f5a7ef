/// What was written in a format.
public struct ExportResult: Hashable, Sendable {
  /// The text, with a newline at its end.
  public let text: String
  /// What the format cannot say, or says otherwise, a sentence each, which begins with the profile.
  public let warnings: [String]
}

/// Why profiles are not written in a format: what it cannot say would be missed.
public struct ExportRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The format that was asked for.
  public let format: ProfileFormat
  /// The reasons, a sentence each; never empty.
  public let reasons: [String]

  /// One reason a line.
  public var description: String {
    reasons.map { "This cannot be written as \(format.rawValue): \($0)" }.joined(separator: "\n")
  }
}

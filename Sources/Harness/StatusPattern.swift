/// Finds the status that a program tells of in the lines that it writes.
public struct StatusPattern: Sendable {
  /// The regular expression, as written.
  public let text: String

  /// Reads a regular expression. The status is what its group `status` matches, else its first group, else all of it.
  ///
  /// - Throws: what Swift's parser of regular expressions says.
  public init(_ text: String) throws {
    self.text = text
    // Not kept: a `Regex` can't cross threads.
    _ = try Regex(text)
  }

  /// The status that a line tells of; nil if it tells of none.
  func status(in line: String) -> String? {
    do {
      // It was read before, so it can be read again; a `Regex` can't cross threads.
      guard let match = try Regex(text).firstMatch(in: line) else { return nil }
      let named = match["status"]?.substring
      let first = match.output.count > 1 ? match.output[1].substring : nil
      let found = named ?? first ?? match.output[0].substring
      return found.map(String.init).flatMap { $0.isEmpty ? nil : $0 }
    } catch {
      return nil
    }
  }
}

internal import Synchronization

/// Finds the status that a program tells of in the lines that it writes.
public struct StatusPattern: Sendable {
  /// A `Regex` can't cross threads by itself; both outputs of a program are read by threads of their own.
  private final class Matcher: Sendable {
    let regex: Mutex<Regex<AnyRegexOutput>>
    init(_ text: String) throws { regex = Mutex(try Regex(text)) }
  }

  /// The regular expression, as written.
  public let text: String
  private let matcher: Matcher

  /// Reads a regular expression. The status is what its group `status` matches, else its first group, else all of it.
  ///
  /// - Throws: what Swift's parser of regular expressions says.
  public init(_ text: String) throws {
    self.text = text
    matcher = try Matcher(text)
  }

  /// The status that a line tells of; nil if it tells of none.
  func status(in line: String) -> String? {
    matcher.regex.withLock { regex in
      do {
        guard let match = try regex.firstMatch(in: line) else { return nil }
        let named = match["status"]?.substring
        let first = match.output.count > 1 ? match.output[1].substring : nil
        let found = named ?? first ?? match.output[0].substring
        return found.map(String.init).flatMap { $0.isEmpty ? nil : $0 }
      } catch {
        // Only a transformation in the expression can throw, and text has none.
        return nil
      }
    }
  }
}

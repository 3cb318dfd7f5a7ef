/// The program under test said which status it sees.
public struct AppStatus: Codable, Hashable, Sendable {
  /// The status, in the program's words.
  public var status: String

  /// A status as given.
  public init(status: String) { self.status = status }
}

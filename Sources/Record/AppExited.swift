/// The program under test ended; one of the two is there.
public struct AppExited: Codable, Hashable, Sendable {
  /// Its exit status.
  public var code: Int32?
  /// The signal that ended it.
  public var signal: Int32?
  /// True if the harness had asked it to end before; absent if not, and in records of early versions.
  public var asked: Bool?

  /// An end as given.
  public init(code: Int32? = nil, signal: Int32? = nil, asked: Bool? = nil) {
    self.asked = asked
    self.code = code
    self.signal = signal
  }
}

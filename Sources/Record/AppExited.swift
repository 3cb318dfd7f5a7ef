/// The program under test ended; one of the two is there.
public struct AppExited: Codable, Hashable, Sendable {
  /// Its exit status.
  public var code: Int32?
  /// The signal that ended it.
  public var signal: Int32?

  /// An end as given.
  public init(code: Int32? = nil, signal: Int32? = nil) {
    self.code = code
    self.signal = signal
  }
}

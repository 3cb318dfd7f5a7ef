/// A line that a command wrote, or a piece of one that is too long.
public struct OutputLine: Hashable, Sendable {
  /// Its text, without its end.
  public var text: String
  /// Whether it is a piece that the next one goes on.
  public var isCut: Bool

  /// A line as given.
  public init(_ text: String, isCut: Bool = false) {
    self.text = text
    self.isCut = isCut
  }
}

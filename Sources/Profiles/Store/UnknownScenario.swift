/// There is no scenario of the name that was asked for.
public struct UnknownScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as it was given.
  public let name: String
  /// Names that were probably meant, nearest first.
  public let nearest: [String]
  /// Where was looked, as a user would name it.
  public let searched: [String]

  /// Creates the error.
  public init(name: String, nearest: [String], searched: [String]) {
    self.name = name
    self.nearest = nearest
    self.searched = searched
  }

  /// Says the name, where was looked and what may have been meant.
  public var description: String {
    UnknownProfile.text(of: "scenario", name: name, nearest: nearest, searched: searched)
  }
}

/// There is no profile of the name that was asked for.
public struct UnknownProfile: Error, Hashable, Sendable, CustomStringConvertible {
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
    Self.text(of: "profile", name: name, nearest: nearest, searched: searched)
  }

  static func text(of kind: String, name: String, nearest: [String], searched: [String]) -> String {
    let places = searched.isEmpty ? "" : " (looked in: \(searched.joined(separator: ", ")))"
    var text = "There is no \(kind) '\(QuantityFault.visible(name))'\(places)."
    let quoted = nearest.map { "'\($0)'" }
    if let last = quoted.last {
      let others = quoted.dropLast()
      text += " Did you mean \(others.isEmpty ? last : others.joined(separator: ", ") + " or " + last)?"
    }
    return text
  }
}

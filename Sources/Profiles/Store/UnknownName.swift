/// There is no profile, or no scenario, of the name that was asked for.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public enum Kind: String, Hashable, Sendable {
    case profile, scenario
  }

  /// What was asked for.
  public let kind: Kind
  /// The name as it was given.
  public let name: String
  /// Names that were probably meant, nearest first.
  public let nearest: [String]
  /// Where was looked, as a user would name it.
  public let searched: [String]

  /// Creates the error.
  public init(_ kind: Kind, name: String, nearest: [String], searched: [String]) {
    self.kind = kind
    self.name = name
    self.nearest = nearest
    self.searched = searched
  }

  /// Says the name, where was looked and what may have been meant.
  public var description: String {
    let places = searched.isEmpty ? "" : " (looked in: \(searched.joined(separator: ", ")))"
    var text = "There is no \(kind.rawValue) '\(QuantityFault.visible(name))'\(places)."
    let quoted = nearest.map { "'\($0)'" }
    if let last = quoted.last {
      let others = quoted.dropLast()
      text += " Did you mean \(others.isEmpty ? last : others.joined(separator: ", ") + " or " + last)?"
    }
    return text
  }
}

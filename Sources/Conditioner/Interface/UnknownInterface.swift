internal import Netlink
internal import Profiles

/// A namespace has no interface of a name, with what may have been meant.
public struct UnknownInterface: Hashable, Sendable, CustomStringConvertible {
  /// The name as it was given.
  public let name: String
  /// The interfaces that there are.
  public let known: [String]

  /// Looks for an interface of a name in a namespace.
  ///
  /// - Returns: nil if there is one.
  /// - Throws: `NetlinkError`.
  public init?(_ name: String, in namespace: TargetNamespace) throws {
    let known = try namespace.route().links().map(\.name)
    guard !known.contains(name) else { return nil }
    self.init(name: name, known: known)
  }

  init(name: String, known: [String]) {
    self.name = name
    self.known = known
  }

  /// What there is instead, as a sentence: the nearest names, or all where none is near.
  var alternative: String {
    let nearest = Spelling.nearest(to: name, among: known).map { "'\($0)'" }
    guard nearest.isEmpty else { return "Did you mean \(nearest.joined(separator: " or "))?" }
    return "There is \(known.isEmpty ? "none" : known.joined(separator: ", "))."
  }

  /// Such as `There is no interface 'ehto'. Did you mean 'eth0'?`
  public var description: String { "There is no interface '\(name)'. \(alternative)" }
}

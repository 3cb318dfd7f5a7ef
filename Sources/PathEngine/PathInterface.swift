/// An interface as a path shows it.
public struct PathInterface: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// Its number.
  public let index: Int32
  /// Its type.
  public let type: InterfaceType

  /// An interface.
  public init(name: String, index: Int32, type: InterfaceType) {
    self.name = name
    self.index = index
    self.type = type
  }
}

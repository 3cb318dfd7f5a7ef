public import Profiles

/// One of the interfaces that a lab's client has.
public struct LabInterface: Hashable, Sendable {
  /// Its name at the client, such as `wlan0`.
  public let name: String
  /// What it looks like.
  public let type: InterfaceType

  /// An interface; the name is the one that the type has in a lab unless another is given.
  public init(_ type: InterfaceType, name: String? = nil) {
    self.type = type
    self.name = name ?? type.interfaceName
  }
}

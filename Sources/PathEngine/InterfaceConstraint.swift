/// Which interfaces a path may use, in the words of `NWPathMonitor`'s initializers.
public enum InterfaceConstraint: Hashable, Sendable {
  /// All.
  case any
  /// Those of one type.
  case required(InterfaceType)
  /// Those of none of these types.
  case prohibited(Set<InterfaceType>)
  /// The one of this name.
  case named(String)

  /// Whether interfaces of a type may be used; of ``named(_:)`` the type does not matter.
  public func allows(_ type: InterfaceType) -> Bool {
    switch self {
    case .any: true
    case .required(let only): type == only
    case .prohibited(let types): !types.contains(type)
    case .named: true
    }
  }
}

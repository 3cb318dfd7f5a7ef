/// RFC 2863's state of an interface. The corresponding C constants are `IF_OPER_…`.
public enum OperationalState: UInt8, Hashable, Sendable {
  /// The driver does not say; it must be taken as usable.
  case unknown
  /// It is not there.
  case notPresent
  /// It is down.
  case down
  /// What it stands on is down.
  case lowerLayerDown
  /// It is being tested.
  case testing
  /// It waits for something, such as 802.1X.
  case dormant
  /// It is up.
  case up
}

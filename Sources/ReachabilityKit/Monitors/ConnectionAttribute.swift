public import Network

/// What an app wants to know of a path. Two that are equal are no change to it.
public protocol ConnectionAttribute: Equatable, Sendable {
  /// Derives it from a path.
  init(path: NWPath)
}

/// Whether there is a connection, and whether it costs money.
public struct BasicConnectionAttribute: ConnectionAttribute, Hashable {
  /// Whether the path's use costs money.
  public let isExpensive: Bool
  /// Whether the path is satisfied.
  public let hasConnection: Bool

  /// Derives it from a path.
  public init(path: NWPath) {
    isExpensive = path.isExpensive
    hasConnection = path.status == .satisfied
  }
}

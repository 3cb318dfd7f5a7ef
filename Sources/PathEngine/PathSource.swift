public import Netlink

/// Where a path monitor gets its facts from: the kernel, or a script in a test.
public protocol PathSource: Sendable {
  /// Everything, read now.
  func snapshot() throws -> NetworkSnapshot
  /// As ``snapshot()`` for who cannot wait: all but the answers may be as it was read last and as events have told since,
  /// and is then said to be (``NetworkSnapshot/isRemembered``). On most sources the same.
  func snapshotAtOnce() throws -> NetworkSnapshot
  /// What was announced since the last call; never waits.
  func events() throws -> [NetlinkEvent]
  /// Readable when there are events.
  var descriptor: Int32 { get }
  /// Readable when something may have changed of which there are no events, such as the DNS servers; -1 if there is nothing
  /// of the kind.
  var settingsDescriptor: Int32 { get }
  /// Whether it has changed since the last call; never waits.
  func settingsChanged() -> Bool
  /// The route that a packet to an address would take now; on a source without an answer of its own that of
  /// ``NetworkSnapshot/lookUp(_:)``.
  func answer(to ip: IPAddress) throws -> NetworkSnapshot.RouteAnswer
}

extension PathSource {
  /// The same as ``snapshot()``.
  public func snapshotAtOnce() throws -> NetworkSnapshot { try snapshot() }

  /// None.
  public var settingsDescriptor: Int32 { -1 }

  /// Never.
  public func settingsChanged() -> Bool { false }

  /// The route that the snapshot's own tables give.
  public func answer(to ip: IPAddress) throws -> NetworkSnapshot.RouteAnswer { try snapshot().lookUp(ip) }
}

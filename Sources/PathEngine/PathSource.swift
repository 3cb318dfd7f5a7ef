public import Netlink

/// Where a path monitor gets its facts from: the kernel, or a script in a test.
public protocol PathSource: Sendable {
  /// Everything, read now.
  func snapshot() throws -> NetworkSnapshot
  /// As ``snapshot()`` for who cannot wait: routes that take long to read may be as they were read last, and are then said to
  /// be (``NetworkSnapshot/routesAreRemembered``). On most sources the same.
  func snapshotAtOnce() throws -> NetworkSnapshot
  /// What was announced since the last call; never waits.
  func events() throws -> [NetlinkEvent]
  /// Readable when there are events.
  var descriptor: Int32 { get }
  /// The route that a packet to an address would take now; on a source without an answer of its own that of
  /// ``NetworkSnapshot/lookUp(_:)``.
  func answer(to ip: IPAddress) throws -> NetworkSnapshot.RouteAnswer
}

extension PathSource {
  /// The same as ``snapshot()``.
  public func snapshotAtOnce() throws -> NetworkSnapshot { try snapshot() }

  /// The route that the snapshot's own tables give.
  public func answer(to ip: IPAddress) throws -> NetworkSnapshot.RouteAnswer { try snapshot().lookUp(ip) }
}

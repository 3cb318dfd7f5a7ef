public import Netlink

/// Where a path monitor gets its facts from: the kernel, or a script in a test.
public protocol PathSource: Sendable {
  /// Everything, read now.
  func snapshot() throws -> NetworkSnapshot
  /// What was announced since the last call; never waits.
  func events() throws -> [NetlinkEvent]
  /// Readable when there are events.
  var descriptor: Int32 { get }
}

internal import CNetlink

/// A conversation with the kernel about the links, addresses, routes, neighbours, qdiscs and filters of one namespace.
///
/// It belongs to the namespace of the thread that makes it and may be used from any thread afterwards.
public final class RouteSocket: Sendable {
  let connection: Connection

  /// Opens a socket in the calling thread's namespace.
  ///
  /// - Throws: ``NetlinkError``.
  public init() throws(NetlinkError) { connection = try Connection() }

  func dump(_ what: String, _ message: borrowing Message) throws(NetlinkError) -> [Connection.Reply] {
    try connection.transact("list \(what)", message)
  }
}

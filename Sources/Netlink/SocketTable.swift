internal import CNetlink
internal import Glibc

/// A conversation with the kernel about the TCP sockets of one namespace. Equivalent to `ss -tin`.
///
/// It belongs to the namespace of the thread that makes it and may be used from any thread afterwards.
public final class SocketTable: Sendable {
  private let connection: Connection

  /// Opens a `NETLINK_SOCK_DIAG` socket in the calling thread's namespace.
  ///
  /// - Throws: ``NetlinkError``.
  public init() throws(NetlinkError) { connection = try Connection(protocol: NETLINK_SOCK_DIAG) }

  /// All TCP sockets of both families that are connected, connecting or closing; those that listen are left out.
  ///
  /// - Throws: ``NetlinkError``, such as on a kernel without `CONFIG_INET_DIAG`.
  public func tcpSockets() throws(NetlinkError) -> [TCPSocketFacts] {
    try sockets(AF_INET) + sockets(AF_INET6)
  }

  private func sockets(_ family: Int32) throws(NetlinkError) -> [TCPSocketFacts] {
    var request = inet_diag_req_v2()
    request.sdiag_family = UInt8(family)
    request.sdiag_protocol = UInt8(IPPROTO_TCP)
    request.idiag_ext = UInt8(1 << (INET_DIAG_INFO - 1))
    request.idiag_states = ~UInt32(1 << TCPSocketFacts.State.listening.rawValue)
    return try connection.transact(
      "list TCP sockets", Message(Int(SOCK_DIAG_BY_FAMILY), NLM_F_DUMP, request)
    ).compactMap { TCPSocketFacts($0.payload) }
  }
}

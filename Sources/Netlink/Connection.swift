internal import CNetlink
internal import Glibc
internal import Synchronization

/// A netlink socket of the namespace of the thread that made it; requests are answered one at a time.
final class Connection: Sendable {
  struct Reply {
    let type: Int
    let payload: ArraySlice<UInt8>
  }

  private nonisolated(unsafe) let socket: OpaquePointer
  private let lock = Mutex(())

  init(
    protocol family: Int32 = NETLINK_ROUTE, groups: [rtnetlink_groups] = [],
    optionalGroups: [rtnetlink_groups] = [], receiveBuffer: Int32? = nil
  ) throws(NetlinkError) {
    guard let socket = nl_socket_alloc() else { throw NetlinkError("make a netlink socket", code: ENOMEM) }
    nl_socket_disable_auto_ack(socket)
    nl_socket_disable_seq_check(socket)
    guard nl_connect(socket, family) >= 0 else {
      let code = errno
      nl_socket_free(socket)
      throw NetlinkError("connect a netlink socket", code: code)
    }
    var on: CInt = 1
    // Answers then carry the kernel's words, and not the whole request again.
    for option in [NETLINK_EXT_ACK, NETLINK_CAP_ACK] {
      _ = setsockopt(nl_socket_get_fd(socket), SOL_NETLINK, option, &on, 4)
    }
    if var size = receiveBuffer {
      // Beyond rmem_max only with CAP_NET_ADMIN in the first user namespace.
      if setsockopt(nl_socket_get_fd(socket), SOL_SOCKET, SO_RCVBUFFORCE, &size, 4) < 0 {
        _ = setsockopt(nl_socket_get_fd(socket), SOL_SOCKET, SO_RCVBUF, &size, 4)
      }
    }
    for group in groups {
      let result = nl_socket_add_membership(socket, Int32(group.rawValue))
      guard result >= 0 else {
        nl_socket_free(socket)
        throw NetlinkError(
          "join netlink group \(group.rawValue)", code: EINVAL, kernelMessage: String(cString: nl_geterror(result)),
          libraryCode: -result)
      }
    }
    // A kernel that does not know a group has nothing to announce to it.
    for group in optionalGroups { _ = nl_socket_add_membership(socket, Int32(group.rawValue)) }
    self.socket = socket
  }

  var descriptor: CInt { nl_socket_get_fd(socket) }

  /// Sends a request and collects its answers until the kernel's acknowledgement or the end of a dump.
  @discardableResult
  func transact(_ operation: @autoclosure () -> String, _ message: borrowing Message) throws(NetlinkError) -> [Reply] {
    let pointer = message.pointer
    let result = lock.withLock { _ in
      Result { () throws(NetlinkError) in
        try Answer.consistent(operation) { () throws(NetlinkError) in try exchange(operation, pointer) }
      }
    }
    return try result.get()
  }

  /// One request and its answers; nil for a dump that is inconsistent because something changed meanwhile.
  private func exchange(_ operation: () -> String, _ message: OpaquePointer) throws(NetlinkError) -> [Reply]? {
    nl_complete_msg(socket, message)
    guard let header = nlmsg_hdr(message) else { throw NetlinkError(operation(), code: EINVAL) }
    let sequence = header.pointee.nlmsg_seq
    let sent = nl_send(socket, message)
    guard sent >= 0 else {
      throw NetlinkError(
        operation(), code: EIO, kernelMessage: String(cString: nl_geterror(sent)), libraryCode: -sent)
    }
    var answer = Answer(to: sequence)
    while true {
      for message in try receive(operation) {
        switch try answer.take(message, operation) {
        case .unfinished: continue
        case .complete: return answer.replies
        case .inconsistent: return nil
        }
      }
    }
  }

  private func receive(_ operation: () -> String) throws(NetlinkError) -> [RawMessage] {
    while true {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let got = buffer.withUnsafeMutableBytes { recv(nl_socket_get_fd(socket), $0.baseAddress, $0.count, 0) }
      if got > 0 { return RawMessage.split(buffer[..<got]) }
      guard got < 0, errno == EINTR else { throw NetlinkError(operation(), code: got == 0 ? EPIPE : errno) }
    }
  }

  deinit { nl_socket_free(socket) }
}

internal import CNetlink
internal import Glibc

/// What the kernel says to one request, message by message.
struct Answer {
  enum Progress: Hashable {
    /// More is to come.
    case unfinished
    case complete
    /// A dump during which something changed: parts of it may be missing, and others there twice.
    case inconsistent
  }

  private let sequence: UInt32
  private var isInterrupted = false
  private(set) var replies: [Connection.Reply] = []

  init(to sequence: UInt32) { self.sequence = sequence }

  /// Takes a message; one to another request is left out.
  ///
  /// - Throws: What the kernel refused the request with.
  mutating func take(_ message: RawMessage, _ operation: () -> String) throws(NetlinkError) -> Progress {
    guard message.sequence == sequence else { return .unfinished }
    if Int32(message.flags) & NLM_F_DUMP_INTR != 0 { isInterrupted = true }
    switch message.type {
    case Int(NLMSG_DONE):
      let code = message.payload.load(Int32.self, at: 0)
      guard code >= 0 else { throw NetlinkError(operation(), code: -code) }
      return isInterrupted ? .inconsistent : .complete
    case Int(NLMSG_ERROR):
      let code = message.payload.load(Int32.self, at: 0)
      guard code == 0 else { throw NetlinkError(operation(), code: -code, kernelMessage: Self.words(message)) }
      return .complete
    default:
      replies.append(Connection.Reply(type: message.type, payload: message.payload))
      return .unfinished
    }
  }

  /// The replies to a request that is sent again as long as `ask` gives nil for an inconsistent dump, ten times at most.
  ///
  /// A short table comes in one read and is never inconsistent; a long one needs a moment without a change.
  static func consistent(
    _ operation: () -> String, _ ask: () throws(NetlinkError) -> [Connection.Reply]?
  ) throws(NetlinkError) -> [Connection.Reply] {
    for _ in 1...10 {
      if let replies = try ask() { return replies }
    }
    throw NetlinkError(operation(), code: EINTR, kernelMessage: "it kept changing while being listed, ten times over")
  }

  /// NLMSGERR_ATTR_MSG behind the `nlmsgerr`, which holds the request's header alone because of NETLINK_CAP_ACK.
  private static func words(_ message: RawMessage) -> String? {
    guard Int32(message.flags) & NLM_F_ACK_TLVS != 0 else { return nil }
    var start = 4 + 16
    if Int32(message.flags) & NLM_F_CAPPED == 0 {
      start = 4 + Int(message.payload.load(UInt32.self, at: 4) + 3) & ~3
    }
    return Attributes(message.payload.dropFirst(start)).string(Int(NLMSGERR_ATTR_MSG.rawValue))
  }
}

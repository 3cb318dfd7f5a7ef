internal import Netlink
internal import Record

/// Which sockets are the program's, and what is new with them: a value that is fed with the kernel's tables.
struct WatchedSockets {
  private struct Key: Hashable {
    let local: TCPSocketFacts.End
    let remote: TCPSocketFacts.End
  }

  private var known: [Key: TCPSocketFacts] = [:]
  private var strangers: Set<UInt32> = []

  /// Takes in a table.
  ///
  /// - Parameter own: The numbers of the program's sockets; asked only when there is a new one.
  /// - Returns: what is new, in the order of the table.
  mutating func update(_ sockets: [TCPSocketFacts], own: () -> Set<UInt32>) -> [AppSocket] {
    var changes: [AppSocket] = []
    var inodes: Set<UInt32>?
    var seen: Set<Key> = []
    for socket in sockets {
      let key = Key(local: socket.local, remote: socket.remote)
      if let old = known[key] {
        seen.insert(key)
        known[key] = socket
        if let what = Self.change(from: old, to: socket) { changes.append(Self.event(socket, what)) }
        continue
      }
      // One that no process holds any more and that was not known is none of the program's.
      guard socket.inode != 0, !strangers.contains(socket.inode) else { continue }
      let own = inodes ?? own()
      inodes = own
      guard own.contains(socket.inode) else {
        strangers.insert(socket.inode)
        continue
      }
      seen.insert(key)
      known[key] = socket
      changes.append(Self.event(socket, socket.state == .synSent ? "connecting" : "connected"))
      if socket.retransmits > 0 { changes.append(Self.event(socket, "retransmitting")) }
    }
    for (key, socket) in known where !seen.contains(key) {
      known[key] = nil
      changes.append(
        AppSocket(
          local: "\(key.local)", remote: "\(key.remote)", what: "closed", state: nil, retransmits: socket.retransmits,
          rtt: socket.roundTrip))
    }
    strangers.formIntersection(sockets.map(\.inode))
    return changes
  }

  private static func change(from old: TCPSocketFacts, to new: TCPSocketFacts) -> String? {
    if new.retransmits > old.retransmits { return "retransmitting" }
    if old.state == .synSent, new.state == .established { return "connected" }
    if old.state != new.state { return "closing" }
    return old.retransmits > 0 && new.retransmits == 0 ? "recovered" : nil
  }

  private static func event(_ socket: TCPSocketFacts, _ what: String) -> AppSocket {
    AppSocket(
      local: "\(socket.local)", remote: "\(socket.remote)", what: what, state: socket.state.name,
      retransmits: socket.retransmits, rtt: socket.roundTrip)
  }
}

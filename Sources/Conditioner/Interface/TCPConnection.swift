internal import Netlink

/// A line of the kernel's table of TCP connections.
struct TCPConnection: Hashable, Sendable {
  let local: IPAddress
  let localPort: UInt16
  let remote: IPAddress
  let remotePort: UInt16
  /// The number of its socket, as in `/proc/PID/fd`.
  let inode: UInt64

  /// The established ones in the text of `/proc/net/tcp` or `tcp6`; a line that cannot be read is passed over.
  static func established(_ text: String) -> [TCPConnection] {
    text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      // 01 is TCP_ESTABLISHED.
      guard fields.count > 9, fields[3] == "01", let (local, localPort) = end(fields[1]),
        let (remote, remotePort) = end(fields[2]), let inode = UInt64(fields[9])
      else { return nil }
      return TCPConnection(local: local, localPort: localPort, remote: remote, remotePort: remotePort, inode: inode)
    }
  }

  /// `0100007F:0016`: each four bytes of the address as a number in the machine's order, then the port.
  private static func end(_ text: Substring) -> (IPAddress, UInt16)? {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16), [8, 32].contains(parts[0].count) else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[0]
    while !rest.isEmpty {
      guard let word = UInt32(rest.prefix(8), radix: 16) else { return nil }
      // The kernel prints the word as it lies in memory.
      bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: UInt32(littleEndian: word) >> $0) }
      rest = rest.dropFirst(8)
    }
    // ::ffff:192.0.2.1 is IPv4 on a socket for both.
    if bytes.count == 16, bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] { bytes.removeFirst(12) }
    return IPAddress(bytes: bytes).map { ($0, port) }
  }

  /// Those that someone may be working over: of SSH's own port, and of the server that this process descends from,
  /// whatever its port.
  static func sessions(_ connections: [TCPConnection], ofServer inodes: Set<UInt64>) -> [TCPConnection] {
    connections.filter { $0.localPort == 22 || inodes.contains($0.inode) }
  }
}

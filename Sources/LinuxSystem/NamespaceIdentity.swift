internal import CLinux
internal import Glibc

/// What tells one network namespace from every other.
public struct NamespaceIdentity: Hashable, Sendable, Codable {
  /// The inode of its file; the kernel gives it to another namespace once this one is gone.
  public let inode: UInt64
  /// `SO_NETNS_COOKIE`, which no other namespace has until the machine starts anew; 0 on kernels before 5.14.
  public let cookie: UInt64

  /// As given.
  public init(inode: UInt64, cookie: UInt64) {
    self.inode = inode
    self.cookie = cookie
  }

  /// The calling thread's.
  ///
  /// - Throws: ``SystemError``.
  public static func current() throws(SystemError) -> NamespaceIdentity {
    let path = "/proc/thread-self/ns/net"
    guard let inode = SystemFile.inode(path) else { throw SystemError("look at \(path)", errno: .current) }
    let socket = FileDescriptor(
      adopting: try check("make a socket") {
        Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      })
    var cookie: UInt64 = 0
    var length = socklen_t(MemoryLayout<UInt64>.size)
    // SO_NETNS_COOKIE
    if getsockopt(socket.rawValue, SOL_SOCKET, 71, &cookie, &length) != 0 { cookie = 0 }
    return NamespaceIdentity(inode: inode, cookie: cookie)
  }
}

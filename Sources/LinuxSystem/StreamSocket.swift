internal import CLinux
internal import Glibc

/// A TCP socket that never blocks.
///
/// It belongs to the network namespace of the thread that made it (an accepted one to that of the listener) and may be
/// used from any thread afterwards.
public final class StreamSocket: Sendable {
  private let file: FileDescriptor
  private let name: String

  private init(_ file: consuming FileDescriptor, name: String) {
    self.file = file
    self.name = name
  }

  private static func make(_ address: SocketAddress) throws(SystemError) -> FileDescriptor {
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let number = try check("make a TCP socket for \(address)") {
      socket(address.family.rawValue, kind, CInt(IPPROTO_TCP))
    }
    return FileDescriptor(adopting: number)
  }

  /// Listens at `address`; connections are taken with ``accept()``.
  ///
  /// - Throws: ``SystemError``; `EADDRNOTAVAIL` if no interface of the namespace has the address.
  public static func listen(on address: SocketAddress, backlog: CInt = 128) throws(SystemError) -> StreamSocket {
    let file = try make(address)
    try file.setOption(SOL_SOCKET, SO_REUSEADDR, 1, "share the port of \(address)")
    if address.family == .ipv6 { try file.setOption(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1, "keep \(address) to IPv6") }
    let descriptor = file.rawValue
    try check("bind TCP to \(address)") { address.withSockaddr { bind(descriptor, $0, $1) } }
    try check("listen on \(address)") { Glibc.listen(descriptor, backlog) }
    return StreamSocket(file, name: address.description)
  }

  /// Begins a connection; once the socket is writable, ``connectionError()`` says how it went.
  ///
  /// - Parameter interface: Goes out by this interface, whatever the routes say; nil goes by the routes.
  /// - Throws: ``SystemError`` if it failed at once, as with `ENETUNREACH`; `ENODEV` where there is no such interface, `EPERM`
  ///   for one before Linux 5.7 without CAP_NET_RAW.
  public static func connect(
    to address: SocketAddress, interface: String? = nil
  ) throws(SystemError) -> StreamSocket {
    let file = try make(address)
    if let interface { try file.bind(toInterface: interface, "a TCP socket for \(address)") }
    let descriptor = file.rawValue
    do {
      try check("connect to \(address)") { address.withSockaddr { Glibc.connect(descriptor, $0, $1) } }
    } catch  where error.errno == .inProgress {
      // The usual case: the answer is still on its way.
    }
    return StreamSocket(file, name: address.description)
  }

  /// The descriptor, for ``Poller``; valid while this object lives.
  public var descriptor: CInt { file.rawValue }

  /// This end; nil if it has none yet.
  public var localAddress: SocketAddress? { SocketAddress.ask(file.rawValue) { getsockname($0, $1, $2) } }

  /// The other end; nil if there is none.
  public var peerAddress: SocketAddress? { SocketAddress.ask(file.rawValue) { getpeername($0, $1, $2) } }

  /// Sends small answers at once. The corresponding C option is `TCP_NODELAY`.
  ///
  /// - Throws: ``SystemError``.
  public func sendAtOnce() throws(SystemError) {
    try file.setOption(CInt(IPPROTO_TCP), TCP_NODELAY, 1, "send at once to \(name)")
  }

  /// Takes and clears the socket's pending error; nil if there is none. The corresponding C option is `SO_ERROR`.
  public func connectionError() -> Errno? {
    var code: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(file.rawValue, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return .current }
    return code == 0 ? nil : Errno(rawValue: code)
  }

  /// The next waiting connection, or nil. Equivalent to `accept(2)`, non-blocking and close-on-exec.
  ///
  /// - Throws: ``SystemError``.
  public func accept() throws(SystemError) -> StreamSocket? {
    let descriptor = file.rawValue
    do {
      let file = FileDescriptor(adopting: try check("accept on \(name)") { lc_accept(descriptor) })
      return StreamSocket(file, name: name)
    } catch  where error.errno == .wouldBlock {
      return nil
    }
  }

  /// Reads what has come: nil if nothing has, empty at the end.
  ///
  /// - Throws: ``SystemError``, such as `ECONNRESET`.
  public func read(upTo count: Int) throws(SystemError) -> [UInt8]? {
    do {
      return try file.read(count, operation: "read from \(name)")
    } catch  where error.errno == .wouldBlock {
      return nil
    }
  }

  /// Writes as much as the socket takes now.
  ///
  /// - Returns: how many bytes it took; 0 if none.
  /// - Throws: ``SystemError``, such as `ECONNRESET` or `EPIPE`; never raises SIGPIPE.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let descriptor = file.rawValue
    do {
      return try check("write to \(name)") {
        bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      }
    } catch  where error.errno == .wouldBlock {
      return 0
    }
  }

  /// Says that nothing more will be written. Equivalent to `shutdown(2)` with `SHUT_WR`.
  public func finishWriting() { shutdown(file.rawValue, CInt(SHUT_WR)) }
}

internal import CLinux
internal import Glibc

/// A UDP or ICMP echo socket that never blocks and knows when the kernel received each datagram.
///
/// It belongs to the network namespace of the thread that made it and may be used from any thread afterwards.
public final class DatagramSocket: Sendable {
  private let file: FileDescriptor
  private let name: String
  /// IPv4 or IPv6.
  public let family: SocketAddress.Family

  private init(_ family: SocketAddress.Family, protocolNumber: CInt, name: String, advice: String?) throws(SystemError)
  {
    let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let file = FileDescriptor(
      adopting: try check("make \(name)", advice: advice) { socket(family.rawValue, kind, protocolNumber) })
    try file.setOption(SOL_SOCKET, SO_TIMESTAMPNS, 1, "ask for receive stamps on \(name)")
    if family == .ipv6 { try file.setOption(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1, "keep \(name) to IPv6") }
    self.file = file
    self.name = name
    self.family = family
  }

  /// A UDP socket with a port that the kernel chooses at the first send.
  ///
  /// - Throws: ``SystemError``.
  public convenience init(udp family: SocketAddress.Family) throws(SystemError) {
    try self.init(family, protocolNumber: CInt(IPPROTO_UDP), name: "a UDP socket", advice: nil)
  }

  /// A UDP socket that receives at `address`.
  ///
  /// - Throws: ``SystemError``; `EADDRNOTAVAIL` if no interface of the namespace has the address.
  public convenience init(udpBoundTo address: SocketAddress) throws(SystemError) {
    try self.init(
      address.family, protocolNumber: CInt(IPPROTO_UDP), name: "a UDP socket for \(address)", advice: nil)
    let descriptor = file.rawValue
    try check("bind UDP to \(address)") { address.withSockaddr { Glibc.bind(descriptor, $0, $1) } }
  }

  /// An ICMP echo ("ping") socket: the kernel numbers it, writes checksums and hands it its own answers only.
  ///
  /// - Throws: ``SystemError``; `EACCES` if `net.ipv4.ping_group_range` leaves out the caller's groups.
  public convenience init(echo family: SocketAddress.Family) throws(SystemError) {
    try self.init(
      family, protocolNumber: CInt(family == .ipv4 ? Int(IPPROTO_ICMP) : Int(IPPROTO_ICMPV6)),
      name: "an ICMP echo socket",
      advice: "net.ipv4.ping_group_range of this network namespace must contain a group of the caller, root's too: "
        + "'sysctl -w net.ipv4.ping_group_range=\"0 2147483647\"' allows all.")
  }

  /// The descriptor, for ``Poller``; valid while this object lives.
  public var descriptor: CInt { file.rawValue }

  /// The address that the kernel gave or was given; nil before the first bind, connect or send.
  public var localAddress: SocketAddress? { SocketAddress.ask(file.rawValue) { getsockname($0, $1, $2) } }

  /// Sends and receives by one interface alone, whatever the routes say, until that interface is gone. Only once.
  ///
  /// - Throws: ``SystemError``: `ENODEV` where there is none of that name, `EPERM` before Linux 5.7 without CAP_NET_RAW.
  public func bind(toInterface interface: String) throws(SystemError) {
    try file.bind(toInterface: interface, name)
  }

  /// Fixes the other end, so that refusals and unreachable hosts are reported and strangers' datagrams are not.
  ///
  /// - Throws: ``SystemError``; `ENETUNREACH` without a route.
  public func connect(to address: SocketAddress) throws(SystemError) {
    let descriptor = file.rawValue
    try check("connect UDP to \(address)") { address.withSockaddr { Glibc.connect(descriptor, $0, $1) } }
  }

  /// Sends one datagram, to the connected end if `address` is nil.
  ///
  /// - Throws: ``SystemError``; also a refusal that an earlier datagram met.
  public func send(_ bytes: [UInt8], to address: SocketAddress? = nil) throws(SystemError) {
    let descriptor = file.rawValue
    let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    try check("send \(bytes.count) bytes on \(name)" + (address.map { " to \($0)" } ?? "")) {
      bytes.withUnsafeBytes { buffer in
        guard let address else { return Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags) }
        return address.withSockaddr { sendto(descriptor, buffer.baseAddress, buffer.count, flags, $0, $1) }
      }
    }
  }

  /// The next datagram, cut to `capacity` bytes, or nil if none is waiting.
  ///
  /// - Throws: ``SystemError``; on a connected socket also `ECONNREFUSED` and `EHOSTUNREACH` that an answer told of.
  public func receive(upTo capacity: Int = 2048) throws(SystemError) -> ReceivedDatagram? {
    var buffer = [UInt8](repeating: 0, count: capacity)
    var from = sockaddr_storage()
    var length = socklen_t(0)
    var stamp: Int64 = 0
    let descriptor = file.rawValue
    let count: Int
    do {
      count = try check("receive on \(name)") {
        buffer.withUnsafeMutableBytes {
          lc_datagram_receive(descriptor, $0.baseAddress, UInt($0.count), &from, &length, &stamp)
        }
      }
    } catch  where error.errno == .wouldBlock {
      return nil
    }
    guard let sender = SocketAddress(from) else { return nil }
    // Without a stamp (there is a moment after the first socket asks for them) the time of reading is the nearest.
    let received = stamp == 0 ? MonotonicClock.now() : stamp - MonotonicClock.realtimeOffset()
    return ReceivedDatagram(bytes: Array(buffer.prefix(count)), sender: sender, received: received)
  }
}

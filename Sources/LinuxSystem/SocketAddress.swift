internal import CLinux
internal import Glibc

/// An IP address with a port, as `203.0.113.1:80` or `[2001:db8::1]:80`.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// IPv4 or IPv6.
  public enum Family: Hashable, Sendable, CaseIterable {
    /// The corresponding C constant is `AF_INET`.
    case ipv4
    /// The corresponding C constant is `AF_INET6`.
    case ipv6

    var rawValue: CInt { self == .ipv4 ? AF_INET : AF_INET6 }
  }

  /// IPv4 or IPv6.
  public let family: Family
  /// The port; 0 where there is none or the kernel is to choose.
  public var port: UInt16
  /// The address, 4 or 16 bytes in network order.
  public let addressBytes: [UInt8]
  /// The interface of a link-local IPv6 address, as `sin6_scope_id`.
  private let scope: UInt32

  /// An address from its text without a port, such as `203.0.113.1` or `2001:db8::1`.
  ///
  /// - Throws: ``SystemError`` (`EINVAL`) if `ip` is neither.
  public init(ip: String, port: UInt16) throws(SystemError) {
    guard let (family, bytes) = Self.parse(ip) else {
      throw SystemError(
        "read the address '\(ip)'", errno: .invalidArgument,
        advice: "Write an IPv4 or IPv6 address, such as 203.0.113.1 or 2001:db8::1.")
    }
    self.family = family
    addressBytes = bytes
    self.port = port
    scope = 0
  }

  /// `203.0.113.1:80` or `[2001:db8::1]:80`; nil for anything else.
  public init?(_ description: String) {
    guard let colon = description.lastIndex(of: ":"),
      let port = UInt16(description[description.index(after: colon)...])
    else { return nil }
    var ip = description[..<colon]
    let isBracketed = ip.hasPrefix("[") && ip.hasSuffix("]")
    if isBracketed { ip = ip.dropFirst().dropLast() }
    guard let (family, bytes) = Self.parse(String(ip)), (family == .ipv6) == isBracketed else { return nil }
    self.family = family
    addressBytes = bytes
    self.port = port
    scope = 0
  }

  /// What the kernel filled in.
  init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch CInt(storage.ss_family) {
    case AF_INET:
      let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in.self) }
      family = .ipv4
      port = UInt16(bigEndian: address.sin_port)
      addressBytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
      scope = 0
    case AF_INET6:
      let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in6.self) }
      family = .ipv6
      port = UInt16(bigEndian: address.sin6_port)
      addressBytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
      scope = address.sin6_scope_id
    default: return nil
    }
  }

  private static func parse(_ text: String) -> (Family, [UInt8])? {
    for family in Family.allCases {
      var bytes = [UInt8](repeating: 0, count: family == .ipv4 ? 4 : 16)
      if inet_pton(family.rawValue, text, &bytes) == 1 { return (family, bytes) }
    }
    return nil
  }

  /// The address without the port, as `inet_ntop(3)` writes it.
  public var ip: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family.rawValue, addressBytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// `203.0.113.1:80` or `[2001:db8::1]:80`.
  public var description: String { family == .ipv4 ? "\(ip):\(port)" : "[\(ip)]:\(port)" }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    switch family {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: addressBytes) }
      return Self.lend(&address, body)
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: addressBytes) }
      return Self.lend(&address, body)
    }
  }

  private static func lend<Address, Result>(
    _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
    }
  }

  /// Asks the kernel for one end of a socket.
  static func ask(
    _ descriptor: CInt, _ call: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &length) }
    }
    return result == 0 ? SocketAddress(storage) : nil
  }
}

internal import CLinux
internal import Glibc

/// Names to addresses.
public enum HostLookUp {
  /// A look-up that failed.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The C library's number; the corresponding C constants are `EAI_…`.
    public let code: CInt
    /// One line, such as `look up example.test: Name or service not known`.
    public var description: String { "look up \(name): \(String(cString: gai_strerror(code)))" }
  }

  /// The addresses of a name, 4 or 16 bytes each, in the order in which they are to be tried. Waits, for as long as
  /// `resolv.conf(5)` has it. Equivalent to `getent ahosts NAME`.
  ///
  /// - Throws: ``Failure``.
  public static func addresses(of name: String) throws(Failure) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, nil, &hints, &list)
    guard code == 0 else { throw Failure(name: name, code: code) }
    defer { freeaddrinfo(list) }
    var result: [[UInt8]] = []
    var next = list
    while let entry = next {
      let address = UnsafeRawPointer(entry.pointee.ai_addr)
      switch entry.pointee.ai_family {
      case AF_INET:
        if let address { result.append(withUnsafeBytes(of: address.load(as: sockaddr_in.self).sin_addr) { Array($0) }) }
      case AF_INET6:
        if let address {
          result.append(withUnsafeBytes(of: address.load(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        }
      default: break
      }
      next = entry.pointee.ai_next
    }
    return result
  }
}

internal import Foundation

extension NWEndpoint {
  /// A port of TCP or UDP.
  public struct Port: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral, CustomDebugStringConvertible {
    /// The number.
    public let rawValue: UInt16

    /// A port; never nil.
    public init?(rawValue: UInt16) { self.rawValue = rawValue }

    /// A port.
    public init(integerLiteral value: UInt16) { rawValue = value }

    /// Reads a number, or the name of a service as `getservbyname(3)` knows it; nil for anything else.
    public init?(_ service: String) {
      if let number = UInt16(service) {
        rawValue = number
        return
      }
      guard !service.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      var hints = unsafe addrinfo()
      unsafe hints.ai_flags = AI_PASSIVE
      // One of the socket types must be asked for; 1 is SOCK_STREAM.
      unsafe hints.ai_socktype = 1
      unsafe hints.ai_family = AF_INET
      var list: UnsafeMutablePointer<addrinfo>?
      guard unsafe getaddrinfo(nil, service, &hints, &list) == 0, let first = unsafe list else {
        return nil
      }
      defer { unsafe freeaddrinfo(first) }
      guard let address = unsafe first.pointee.ai_addr else { return nil }
      let port = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { unsafe $0.pointee.sin_port }
      rawValue = UInt16(bigEndian: port)
    }

    /// 0: any.
    public static let any: Port = 0
    /// 22.
    public static let ssh: Port = 22
    /// 80.
    public static let http: Port = 80
    /// 443.
    public static let https: Port = 443
    /// 25.
    public static let smtp: Port = 25
    /// 110.
    public static let pop: Port = 110
    /// 143.
    public static let imap: Port = 143
    /// 993.
    public static let imaps: Port = 993

    /// The number.
    public var debugDescription: String { String(rawValue) }
  }
}

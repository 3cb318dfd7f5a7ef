public import Glibc

// BSD's socket addresses begin with their length, Linux's have none. Reading gives what BSD would have there, setting does
// nothing.

extension sockaddr {
  /// The length in bytes: 16 for `AF_INET`, 28 for `AF_INET6`, else the whole structure's. Setting it does nothing.
  public var sa_len: UInt8 {
    get {
      switch Int32(sa_family) {
      case AF_INET: UInt8(MemoryLayout<sockaddr_in>.size)
      case AF_INET6: UInt8(MemoryLayout<sockaddr_in6>.size)
      default: UInt8(MemoryLayout<sockaddr>.size)
      }
    }
    set { _ = newValue }
  }

  /// A generic address as BSD's initializer makes it.
  ///
  /// - Parameter sa_len: Ignored.
  public init(
    sa_len: UInt8, sa_family: sa_family_t,
    sa_data: (
      CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar
    )
  ) {
    self.init()
    self.sa_family = sa_family
    self.sa_data = sa_data
  }
}

extension sockaddr_in {
  /// The length in bytes, 16. Setting it does nothing.
  public var sin_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_in>.size) }
    set { _ = newValue }
  }

  /// An IPv4 address as BSD's initializer makes it.
  ///
  /// - Parameters:
  ///   - sin_len: Ignored.
  ///   - sin_zero: Padding.
  public init(
    sin_len: UInt8, sin_family: sa_family_t, sin_port: in_port_t, sin_addr: in_addr,
    sin_zero: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar)
  ) {
    self.init()
    self.sin_family = sin_family
    self.sin_port = sin_port
    self.sin_addr = sin_addr
  }
}

extension sockaddr_in6 {
  /// The length in bytes, 28. Setting it does nothing.
  public var sin6_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_in6>.size) }
    set { _ = newValue }
  }
}

extension sockaddr_storage {
  /// The length in bytes of what it holds: 16 for `AF_INET`, 28 for `AF_INET6`, else 128. Setting it does nothing.
  public var ss_len: UInt8 {
    get {
      switch Int32(ss_family) {
      case AF_INET: UInt8(MemoryLayout<sockaddr_in>.size)
      case AF_INET6: UInt8(MemoryLayout<sockaddr_in6>.size)
      default: UInt8(MemoryLayout<sockaddr_storage>.size)
      }
    }
    set { _ = newValue }
  }
}

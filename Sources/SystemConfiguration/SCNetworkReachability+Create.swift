// swift-format-ignore-file: AlwaysUseLowerCamelCase
public import DarwinCompatibility
internal import Netlink
internal import PathEngine

/// A target by host name, or by the address that the text is. No look-up is made before it is scheduled.
///
/// - Returns: nil for an empty name.
@discardableResult
public func SCNetworkReachabilityCreateWithName(
  _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
  let name = unsafe String(cString: nodename)
  guard ReachabilityStatus(isArgumentRight: !name.isEmpty).report() else { return nil }
  // What Apple takes for a name is one, even where it can't resolve.
  return SCNetworkReachability(ReachabilityTarget(host: name) ?? .name(name))
}

/// A target by address. 0.0.0.0 and :: stand for the Internet by either family, 169.254.0.0 for the local network.
///
/// No more is read than the family has: 16 bytes for `AF_INET`, 28 for `AF_INET6`. The port does not matter.
///
/// - Returns: nil for another family.
@discardableResult
public func SCNetworkReachabilityCreateWithAddress(
  _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? {
  let ip = unsafe IPAddress(address)
  guard ReachabilityStatus(isArgumentRight: ip != nil).report(), let ip else { return nil }
  return SCNetworkReachability(.address(ip))
}

/// A target by own address and other's address, one of which may be nil; as by the other's alone, but not reachable while
/// the own address is not this machine's.
///
/// - Returns: nil if both are nil, or one is of another family than IPv4 or IPv6.
@discardableResult
public func SCNetworkReachabilityCreateWithAddressPair(
  _ allocator: CFAllocator?, _ localAddress: UnsafePointer<sockaddr>?, _ remoteAddress: UnsafePointer<sockaddr>?
) -> SCNetworkReachability? {
  let own = unsafe localAddress.flatMap { unsafe IPAddress($0) }
  let remote = unsafe remoteAddress.flatMap { unsafe IPAddress($0) }
  let isRight =
    unsafe (own != nil) == (localAddress != nil) && (remote != nil) == (remoteAddress != nil)
    && (own != nil || remote != nil)
  guard ReachabilityStatus(isArgumentRight: isRight).report() else { return nil }
  return if let own {
    SCNetworkReachability(.from(own, to: remote))
  } else {
    remote.map { SCNetworkReachability(.address($0)) }
  }
}

extension ReachabilityStatus {
  fileprivate init(isArgumentRight: Bool) { self = isArgumentRight ? .ok : .invalidArgument }
}

extension IPAddress {
  /// From a socket address; an IPv4-mapped IPv6 address is an IPv4 one.
  fileprivate init?(_ address: UnsafePointer<sockaddr>) {
    let bytes = unsafe UnsafeRawPointer(address)
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      // sin_addr follows family and port.
      self.init(bytes: (4..<8).map { unsafe bytes.load(fromByteOffset: $0, as: UInt8.self) })
    case AF_INET6:
      // sin6_addr follows family, port and flow.
      let ip = (8..<24).map { unsafe bytes.load(fromByteOffset: $0, as: UInt8.self) }
      let isMapped = ip.prefix(10).allSatisfy { $0 == 0 } && ip[10] == 0xff && ip[11] == 0xff
      self.init(bytes: isMapped ? Array(ip.suffix(4)) : ip)
    default: return nil
    }
  }
}

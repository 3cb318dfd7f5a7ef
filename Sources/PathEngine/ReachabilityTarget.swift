public import Netlink

/// What is to be reached.
public enum ReachabilityTarget: Hashable, Sendable {
  /// An address; 0.0.0.0 and :: stand for the Internet, 169.254.0.0 for the local network.
  case address(IPAddress)
  /// Over the interface that has an own address, to an address, or to the Internet if that is nil.
  case from(IPAddress, to: IPAddress?)
  /// A host name.
  case name(String)

  /// A name, or the address that it is the text of; nil for what can't be a host: an empty text, a URL, spaces.
  public init?(host: String) {
    let bare = host.split(separator: "%", maxSplits: 1).first.map(String.init) ?? host
    if let address = IPAddress(bare) {
      self = .address(address)
      return
    }
    let isName = host.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7f ? !"/:?#[]@\\%".utf8.contains(byte) : byte >= 0x80
    }
    // A name has at most 253 characters (RFC 1035, 2.3.4).
    guard isName, !host.isEmpty, host.utf8.count <= 254 else { return nil }
    self = .name(host)
  }
}

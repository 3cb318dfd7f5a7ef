/// One end of a veth pair that is to be made.
public struct VethEnd: Hashable, Sendable {
  /// Its name, at most 15 bytes.
  public var name: String
  /// A descriptor of the namespace it is made in; nil is the socket's own.
  public var namespace: Int32?
  /// Its hardware address; nil lets the kernel draw one.
  public var address: HardwareAddress?
  /// The largest packet, in bytes; nil is the kernel's 1500.
  public var mtu: UInt32?
  /// Its number in its namespace; nil lets the kernel choose. The kernel takes the second end's only beside the first's.
  public var index: Int32?

  /// An end.
  public init(
    name: String, namespace: Int32? = nil, address: HardwareAddress? = nil, mtu: UInt32? = nil, index: Int32? = nil
  ) {
    self.index = index
    self.name = name
    self.namespace = namespace
    self.address = address
    self.mtu = mtu
  }
}

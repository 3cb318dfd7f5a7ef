internal import CNetlink
internal import Glibc

extension RouteSocket {
  /// All addresses of all interfaces. Equivalent to `ip address`.
  ///
  /// - Throws: ``NetlinkError``.
  public func addresses() throws(NetlinkError) -> [AddressFacts] {
    try dump("addresses", Message(Int(RTM_GETADDR), NLM_F_DUMP, ifaddrmsg())).compactMap { AddressFacts($0.payload) }
  }

  /// Gives an interface an address, without duplicate address detection. Equivalent to `ip address add … nodad`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/exists``.
  public func addAddress(_ prefix: IPPrefix, to index: Int32) throws(NetlinkError) {
    let message = address(Int(RTM_NEWADDR), NLM_F_CREATE | NLM_F_EXCL, prefix, index)
    message.put(Int(IFA_FLAGS), UInt32(IFA_F_NODAD))
    try connection.transact("add address \(prefix) to interface \(index)", message)
  }

  /// Takes an address away. Equivalent to `ip address delete`.
  ///
  /// - Throws: ``NetlinkError``.
  public func removeAddress(_ prefix: IPPrefix, from index: Int32) throws(NetlinkError) {
    try connection.transact(
      "remove address \(prefix) from interface \(index)", address(Int(RTM_DELADDR), 0, prefix, index))
  }

  private func address(_ type: Int, _ flags: Int32, _ prefix: IPPrefix, _ index: Int32) -> Message {
    let message = Message(
      type, flags,
      ifaddrmsg(
        ifa_family: prefix.address.family.number, ifa_prefixlen: prefix.length, ifa_flags: 0, ifa_scope: 0,
        ifa_index: UInt32(index)))
    message.put(Int(IFA_LOCAL), bytes: prefix.address.bytes)
    message.put(Int(IFA_ADDRESS), bytes: prefix.address.bytes)
    return message
  }

  /// Fixes the hardware address of a neighbour for good, so that it is neither asked for nor forgotten.
  ///
  /// Equivalent to `ip neighbour replace IP lladdr MAC dev DEV nud permanent`.
  ///
  /// - Throws: ``NetlinkError``.
  public func setPermanentNeighbour(_ ip: IPAddress, _ hardware: HardwareAddress, interface: Int32) throws(NetlinkError)
  {
    var header = ndmsg()
    header.ndm_family = ip.family.number
    header.ndm_ifindex = interface
    header.ndm_state = UInt16(NUD_PERMANENT)
    let message = Message(Int(RTM_NEWNEIGH), NLM_F_CREATE | NLM_F_REPLACE, header)
    message.put(Int(NDA_DST), bytes: ip.bytes)
    message.put(Int(NDA_LLADDR), bytes: hardware.bytes)
    try connection.transact("set the neighbour \(ip) on interface \(interface)", message)
  }
}

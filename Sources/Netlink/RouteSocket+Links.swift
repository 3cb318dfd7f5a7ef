internal import CNetlink
internal import Glibc

extension RouteSocket {
  /// All interfaces. Equivalent to `ip link`.
  ///
  /// - Throws: ``NetlinkError``.
  public func links() throws(NetlinkError) -> [LinkFacts] {
    try dump("interfaces", Message(Int(RTM_GETLINK), NLM_F_DUMP, ifinfomsg())).compactMap { LinkFacts($0.payload) }
  }

  /// The interface of this name; nil if there is none.
  ///
  /// - Throws: ``NetlinkError``.
  public func link(named name: String) throws(NetlinkError) -> LinkFacts? {
    let message = Message(Int(RTM_GETLINK), 0, ifinfomsg())
    message.put(Int(IFLA_IFNAME), string: name)
    do {
      return try connection.transact("find interface \(name)", message).lazy.compactMap { LinkFacts($0.payload) }.first
    } catch where error.code == .noSuchDevice {
      return nil
    }
  }

  /// Makes a pair of virtual Ethernet interfaces, each end straight in its namespace; both are down.
  ///
  /// Equivalent to `ip link add A netns NS type veth peer name B netns NS`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/exists``.
  public func addVethPair(_ a: VethEnd, _ b: VethEnd) throws(NetlinkError) {
    var header = ifinfomsg()
    header.ifi_index = a.index ?? 0
    let message = Message(Int(RTM_NEWLINK), NLM_F_CREATE | NLM_F_EXCL, header)
    func describe(_ end: VethEnd) {
      nla_put_string(message.pointer, Int32(IFLA_IFNAME), end.name)
      if let namespace = end.namespace { nla_put_u32(message.pointer, Int32(IFLA_NET_NS_FD), UInt32(namespace)) }
      if let address = end.address { nla_put(message.pointer, Int32(IFLA_ADDRESS), 6, address.bytes) }
    }
    describe(a)
    message.nest(Int(IFLA_LINKINFO)) { [pointer = message.pointer] in
      nla_put_string(pointer, Int32(IFLA_INFO_KIND), "veth")
      let data = nla_nest_start(pointer, Int32(IFLA_INFO_DATA))
      let peer = nla_nest_start(pointer, Int32(VETH_INFO_PEER))
      var header = ifinfomsg()
      header.ifi_index = b.index ?? 0
      nlmsg_append(pointer, &header, MemoryLayout<ifinfomsg>.size, Int32(NLMSG_ALIGNTO))
      describe(b)
      nla_nest_end(pointer, peer)
      nla_nest_end(pointer, data)
    }
    try connection.transact("add veth pair \(a.name) and \(b.name)", message)
  }

  /// Sets an interface administratively up or down. Equivalent to `ip link set dev DEV up`.
  ///
  /// - Throws: ``NetlinkError``.
  public func setLink(_ index: Int32, up: Bool) throws(NetlinkError) {
    var header = ifinfomsg()
    header.ifi_index = index
    header.ifi_change = UInt32(IFF_UP.rawValue)
    header.ifi_flags = up ? UInt32(IFF_UP.rawValue) : 0
    try connection.transact(
      "set interface \(index) \(up ? "up" : "down")", Message(Int(RTM_NEWLINK), 0, header))
  }

  /// Takes an interface away; of a pair both ends go. Equivalent to `ip link delete`.
  ///
  /// - Throws: ``NetlinkError``.
  public func removeLink(_ index: Int32) throws(NetlinkError) {
    var header = ifinfomsg()
    header.ifi_index = index
    try connection.transact("remove interface \(index)", Message(Int(RTM_DELLINK), 0, header))
  }
}

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
    } catch  where error.code == .noSuchDevice {
      return nil
    }
  }

  /// What came in by an interface since it was made: packets, and bytes with Ethernet headers, without FCS. Equivalent to
  /// `RX` of `ip -s link show`.
  ///
  /// - Returns: nil where the kernel does not say.
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/noSuchDevice``.
  public func received(interface: Int32) throws(NetlinkError) -> (packets: UInt64, bytes: UInt64)? {
    var header = ifinfomsg()
    header.ifi_index = interface
    let answers = try connection.transact(
      "read the counters of interface \(interface)", Message(Int(RTM_GETLINK), 0, header))
    // rtnl_link_stats64 begins with both counts of packets, then come those of bytes, the received ones first.
    return answers.lazy.compactMap { Attributes($0.payload.dropFirst(16)).bytes(Int(IFLA_STATS64)) }
      .first { $0.count >= 24 }.map { ($0.load(at: 0), $0.load(at: 16)) }
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
      message.put(Int(IFLA_IFNAME), string: end.name)
      if let namespace = end.namespace { message.put(Int(IFLA_NET_NS_FD), namespace) }
      if let address = end.address { message.put(Int(IFLA_ADDRESS), bytes: address.bytes) }
      if let mtu = end.mtu { message.put(Int(IFLA_MTU), mtu) }
    }
    describe(a)
    let information = nla_nest_start(message.pointer, Int32(IFLA_LINKINFO))
    message.put(Int(IFLA_INFO_KIND), string: "veth")
    let data = nla_nest_start(message.pointer, Int32(IFLA_INFO_DATA))
    let peer = nla_nest_start(message.pointer, Int32(VETH_INFO_PEER))
    header.ifi_index = b.index ?? 0
    message.append(header)
    describe(b)
    for nest in [peer, data, information] { nla_nest_end(message.pointer, nest) }
    try connection.transact("add veth pair \(a.name) and \(b.name)", message)
  }

  /// Makes an interface of a kind that needs no settings, such as `ifb`; it is down.
  ///
  /// Equivalent to `ip link add NAME type KIND`.
  ///
  /// - Parameter name: At most 15 bytes.
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/exists``; ``NetlinkError/isUnknownKind`` where the kernel lacks
  ///   the kind.
  public func addLink(kind: String, name: String) throws(NetlinkError) {
    let message = Message(Int(RTM_NEWLINK), NLM_F_CREATE | NLM_F_EXCL, ifinfomsg())
    message.put(Int(IFLA_IFNAME), string: name)
    let information = nla_nest_start(message.pointer, Int32(IFLA_LINKINFO))
    message.put(Int(IFLA_INFO_KIND), string: kind)
    nla_nest_end(message.pointer, information)
    try connection.transact("add \(kind) interface \(name)", message)
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

  /// Gives an interface another name, of at most 15 bytes. Equivalent to `ip link set dev DEV name NAME`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/exists``.
  public func setName(_ index: Int32, _ name: String) throws(NetlinkError) {
    var header = ifinfomsg()
    header.ifi_index = index
    let message = Message(Int(RTM_NEWLINK), 0, header)
    message.put(Int(IFLA_IFNAME), string: name)
    try connection.transact("name interface \(index) '\(name)'", message)
  }

  /// Whether an interface makes itself an IPv6 link-local address when it comes up.
  ///
  /// Equivalent to `ip link set dev DEV addrgenmode none` or `eui64`; sends `IFLA_INET6_ADDR_GEN_MODE`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/familyNotSupported`` where the kernel has no IPv6.
  public func setAddressGeneration(_ index: Int32, enabled: Bool) throws(NetlinkError) {
    var header = ifinfomsg()
    header.ifi_index = index
    let message = Message(Int(RTM_NEWLINK), 0, header)
    let families = nla_nest_start(message.pointer, Int32(IFLA_AF_SPEC))
    let ipv6 = nla_nest_start(message.pointer, AF_INET6)
    let mode = enabled ? IN6_ADDR_GEN_MODE_EUI64 : IN6_ADDR_GEN_MODE_NONE
    message.put(Int(IFLA_INET6_ADDR_GEN_MODE), UInt8(mode.rawValue))
    for nest in [ipv6, families] { nla_nest_end(message.pointer, nest) }
    try connection.transact("turn address generation \(enabled ? "on" : "off") on interface \(index)", message)
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

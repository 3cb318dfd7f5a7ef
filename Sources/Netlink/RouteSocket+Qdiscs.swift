internal import CNetlink

extension RouteSocket {
  /// The qdiscs of an interface, with what went through them. Equivalent to `tc -s qdisc show dev DEV`.
  ///
  /// - Throws: ``NetlinkError``.
  public func qdiscs(interface: Int32) throws(NetlinkError) -> [QdiscFacts] {
    var header = tcmsg()
    header.tcm_ifindex = interface
    return try dump("qdiscs of interface \(interface)", Message(Int(RTM_GETQDISC), NLM_F_DUMP, header))
      .compactMap { QdiscFacts($0.payload) }.filter { $0.interfaceIndex == interface }
  }

  /// Adds a qdisc where there is none. Equivalent to `tc qdisc add`; sends `NLM_F_CREATE | NLM_F_EXCL`.
  ///
  /// - Throws: ``NetlinkError``: ``NetlinkError/Code/exists``, or ``NetlinkError/Code/notFound`` for an unknown kind.
  public func addQdisc(
    _ qdisc: Qdisc, to interface: Int32, parent: TrafficHandle, handle: TrafficHandle
  ) throws(NetlinkError) {
    try send("add", NLM_F_CREATE | NLM_F_EXCL, qdisc, interface, parent, handle)
  }

  /// Changes a qdisc in place; what is queued in it stays. Equivalent to `tc qdisc change`; sends no flags.
  ///
  /// - Throws: ``NetlinkError``. A refused change of netem may have been half applied: send the old settings again.
  public func changeQdisc(
    _ qdisc: Qdisc, to interface: Int32, parent: TrafficHandle, handle: TrafficHandle
  ) throws(NetlinkError) {
    try send("change", 0, qdisc, interface, parent, handle)
  }

  /// Puts a qdisc in the place of another. Equivalent to `tc qdisc replace`; sends `NLM_F_CREATE | NLM_F_REPLACE`.
  ///
  /// - Throws: ``NetlinkError``.
  public func replaceQdisc(
    _ qdisc: Qdisc, on interface: Int32, parent: TrafficHandle, handle: TrafficHandle
  ) throws(NetlinkError) {
    try send("replace", NLM_F_CREATE | NLM_F_REPLACE, qdisc, interface, parent, handle)
  }

  /// Takes a qdisc away. Equivalent to `tc qdisc delete`.
  ///
  /// - Throws: ``NetlinkError``.
  public func removeQdisc(interface: Int32, parent: TrafficHandle) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = parent.rawValue
    try connection.transact(
      "remove the \(parent) qdisc of interface \(interface)", Message(Int(RTM_DELQDISC), 0, header))
  }

  /// Adds an htb class. Equivalent to `tc class add … htb rate RATE`.
  ///
  /// - Throws: ``NetlinkError``.
  public func addClass(
    _ settings: RateClass, to interface: Int32, parent: TrafficHandle, handle: TrafficHandle
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = parent.rawValue
    header.tcm_handle = handle.rawValue
    let message = Message(Int(RTM_NEWTCLASS), NLM_F_CREATE | NLM_F_EXCL, header)
    settings.encode(into: message)
    try connection.transact("add htb class \(handle) to interface \(interface)", message)
  }

  /// Sends what comes in on an interface out of another. Needs an ``Qdisc/ingress`` qdisc there.
  ///
  /// Equivalent to `tc filter add dev DEV ingress prio N u32 match … action mirred egress redirect dev TARGET`.
  ///
  /// - Parameter priority: Filters are tried in ascending order.
  /// - Throws: ``NetlinkError``.
  public func addRedirect(
    from interface: Int32, to target: Int32, match: FilterMatch, priority: UInt16
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = TrafficHandle.ingressHandle.rawValue
    header.tcm_info = UInt32(priority) << 16 | UInt32(match.etherType.bigEndian)
    let message = Message(Int(RTM_NEWTFILTER), NLM_F_CREATE | NLM_F_EXCL, header)
    message.put(Int(TCA_KIND), string: "u32")
    let options = nla_nest_start(message.pointer, Int32(TCA_OPTIONS))
    message.put(Int(TCA_U32_SEL), bytes: match.selector)
    let actions = nla_nest_start(message.pointer, Int32(TCA_U32_ACT))
    let first = nla_nest_start(message.pointer, 1)
    message.put(Int(TCA_ACT_KIND), string: "mirred")
    let settings = nla_nest_start(message.pointer, Int32(TCA_ACT_OPTIONS))
    var redirect = tc_mirred()
    redirect.action = Int32(TC_ACT_STOLEN)
    redirect.eaction = Int32(TCA_EGRESS_REDIR)
    redirect.ifindex = UInt32(target)
    message.put(Int(TCA_MIRRED_PARMS), redirect)
    for nest in [settings, first, actions, options] { nla_nest_end(message.pointer, nest) }
    try connection.transact("redirect from interface \(interface) to \(target)", message)
  }

  /// Takes all filters of the ingress qdisc away, or those of one priority. Equivalent to `tc filter delete dev DEV ingress`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/notFound`` for a priority without a filter.
  public func removeFilters(interface: Int32, priority: UInt16 = 0) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = TrafficHandle.ingressHandle.rawValue
    header.tcm_info = UInt32(priority) << 16
    try connection.transact(
      "remove the filters of interface \(interface)\(priority == 0 ? "" : " with priority \(priority)")",
      Message(Int(RTM_DELTFILTER), 0, header))
  }

  private func send(
    _ verb: String, _ flags: Int32, _ qdisc: Qdisc, _ interface: Int32, _ parent: TrafficHandle, _ handle: TrafficHandle
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = parent.rawValue
    header.tcm_handle = handle.rawValue
    let message = Message(Int(RTM_NEWQDISC), flags, header)
    qdisc.encode(into: message)
    try connection.transact("\(verb) qdisc \(qdisc.kind) on interface \(interface)", message)
  }
}

extension FilterMatch {
  /// `struct tc_u32_sel` with its keys, whose masks and values are in network order.
  var selector: [UInt8] {
    var bytes: [UInt8] = [UInt8(TC_U32_TERMINAL), 0, UInt8(keys.count), 0] + [UInt8](repeating: 0, count: 12)
    for key in keys {
      for word in [key.mask.bigEndian, key.value.bigEndian, UInt32(bitPattern: key.offset), 0] {
        withUnsafeBytes(of: word) { bytes += Array($0) }
      }
    }
    return bytes
  }
}

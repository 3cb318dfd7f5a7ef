internal import CNetlink

extension RouteSocket {
  /// Sends packets that pass a point of an interface out of another interface.
  ///
  /// Needs an ``Qdisc/ingress`` or, for either point, a ``Qdisc/clsact`` qdisc there. Equivalent to
  /// `tc filter add dev DEV ingress prio N protocol P u32 match … action mirred egress redirect dev TARGET`. What an `ifb`
  /// gets so it gives back behind that point.
  ///
  /// - Parameter priority: Filters are tried in ascending order.
  /// - Throws: ``NetlinkError``.
  public func addRedirect(
    from interface: Int32, at point: FilterPoint = .ingress, to target: Int32, match: FilterMatch, priority: UInt16
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = point.parent.rawValue
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

  /// Takes all filters of a point away, or those of one priority. Equivalent to `tc filter delete dev DEV ingress`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/notFound`` for a priority without a filter.
  public func removeFilters(
    interface: Int32, at point: FilterPoint = .ingress, priority: UInt16 = 0
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = point.parent.rawValue
    header.tcm_info = UInt32(priority) << 16
    try connection.transact(
      "remove the filters of interface \(interface)\(priority == 0 ? "" : " with priority \(priority)")",
      Message(Int(RTM_DELTFILTER), 0, header))
  }

  /// The filters at a point of an interface. Equivalent to `tc filter show dev DEV ingress`.
  ///
  /// - Throws: ``NetlinkError``.
  public func filters(interface: Int32, at point: FilterPoint) throws(NetlinkError) -> [FilterFacts] {
    try filters(interface: interface, on: point.parent)
  }

  /// The filters that hang on a qdisc or a class. Equivalent to `tc filter show dev DEV parent HANDLE`.
  ///
  /// - Throws: ``NetlinkError``.
  public func filters(interface: Int32, on parent: TrafficHandle) throws(NetlinkError) -> [FilterFacts] {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = parent.rawValue
    return try dump("filters of interface \(interface)", Message(Int(RTM_GETTFILTER), NLM_F_DUMP, header))
      .compactMap { FilterFacts($0.payload) }.filter { $0.interfaceIndex == interface }
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

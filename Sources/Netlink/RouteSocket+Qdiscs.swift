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

  private func send(
    _ verb: String, _ flags: Int32, _ qdisc: Qdisc, _ interface: Int32, _ parent: TrafficHandle, _ handle: TrafficHandle
  ) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = parent.rawValue
    header.tcm_handle = handle.rawValue
    // A table of delays of 16 384 entries does not fit into an ordinary message.
    let message = Message(Int(RTM_NEWQDISC), flags, header, capacity: 65_536)
    qdisc.encode(into: message)
    try connection.transact("\(verb) qdisc \(qdisc.kind) on interface \(interface)", message)
  }
}

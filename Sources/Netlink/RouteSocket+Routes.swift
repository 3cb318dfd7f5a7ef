internal import CNetlink
internal import Glibc

extension RouteSocket {
  /// All routes of both families. Equivalent to `ip route show table all`.
  ///
  /// - Throws: ``NetlinkError``.
  public func routes() throws(NetlinkError) -> [RouteFacts] {
    try dump("routes", Message(Int(RTM_GETROUTE), NLM_F_DUMP, rtmsg())).compactMap { RouteFacts($0.payload) }
  }

  /// The route that a packet to an address would take. Equivalent to `ip route get … fibmatch`.
  ///
  /// - Throws: ``NetlinkError``: ``NetlinkError/Code/networkUnreachable`` where there is none,
  ///   ``NetlinkError/Code/hostUnreachable`` for an `unreachable`, ``NetlinkError/Code/invalid`` for a `blackhole` and
  ///   ``NetlinkError/Code/prohibited`` for a `prohibit` route.
  public func lookUpRoute(to ip: IPAddress) throws(NetlinkError) -> RouteFacts {
    var header = rtmsg()
    header.rtm_family = ip.family.number
    header.rtm_dst_len = UInt8(ip.bytes.count * 8)
    header.rtm_flags = UInt32(RTM_F_FIB_MATCH)
    let message = Message(Int(RTM_GETROUTE), 0, header)
    message.put(Int(RTA_DST.rawValue), bytes: ip.bytes)
    let operation = "look up the route to \(ip)"
    guard let route = try connection.transact(operation, message).lazy.compactMap({ RouteFacts($0.payload) }).first else {
      throw NetlinkError(operation, code: ENETUNREACH)
    }
    return route
  }

  /// Adds a route to the main table, or replaces the one of the same destination and metric.
  ///
  /// Equivalent to `ip route replace DESTINATION via GATEWAY dev DEV metric METRIC`.
  ///
  /// - Parameter destination: nil is the default route.
  /// - Throws: ``NetlinkError``.
  public func replaceRoute(
    destination: IPPrefix?, gateway: IPAddress, interface: Int32, metric: UInt32, preferredSource: IPAddress? = nil
  ) throws(NetlinkError) {
    let message = route(
      Int(RTM_NEWROUTE), NLM_F_CREATE | NLM_F_REPLACE, destination, gateway, interface, metric)
    if let preferredSource { message.put(Int(RTA_PREFSRC.rawValue), bytes: preferredSource.bytes) }
    try connection.transact(
      "set the route to \(destination?.description ?? "default") via \(gateway) on interface \(interface)", message)
  }

  /// Takes a route away. Equivalent to `ip route delete`.
  ///
  /// - Throws: ``NetlinkError``.
  public func removeRoute(
    destination: IPPrefix?, gateway: IPAddress, interface: Int32, metric: UInt32
  ) throws(NetlinkError) {
    try connection.transact(
      "remove the route to \(destination?.description ?? "default") via \(gateway) on interface \(interface)",
      route(Int(RTM_DELROUTE), 0, destination, gateway, interface, metric))
  }

  private func route(
    _ type: Int, _ flags: Int32, _ destination: IPPrefix?, _ gateway: IPAddress, _ interface: Int32, _ metric: UInt32
  ) -> Message {
    var header = rtmsg()
    header.rtm_family = gateway.family.number
    header.rtm_dst_len = destination?.length ?? 0
    header.rtm_table = UInt8(RT_TABLE_MAIN.rawValue)
    header.rtm_protocol = UInt8(RTPROT_STATIC)
    header.rtm_type = UInt8(RTN_UNICAST)
    let message = Message(type, flags, header)
    if let destination { message.put(Int(RTA_DST.rawValue), bytes: destination.address.bytes) }
    message.put(Int(RTA_GATEWAY.rawValue), bytes: gateway.bytes)
    message.put(Int(RTA_OIF.rawValue), interface)
    message.put(Int(RTA_PRIORITY.rawValue), metric)
    return message
  }
}

internal import CNetlink
internal import Glibc

extension RouteSocket {
  /// All routes of both families, one for each next hop. Equivalent to `ip route show table all`.
  ///
  /// - Throws: ``NetlinkError``.
  public func routes() throws(NetlinkError) -> [RouteFacts] {
    try dump("routes", Message(Int(RTM_GETROUTE), NLM_F_DUMP, rtmsg())).flatMap { RouteFacts.each($0.payload) }
      .filter { !$0.isCached }
  }

  /// The default routes of both families, and of the others the first, up to `limit` together.
  ///
  /// The kernel knows no list of default routes alone; what is left out is at least not decoded.
  ///
  /// - Returns: the routes in the kernel's order, and how many entries were left out.
  /// - Throws: ``NetlinkError``.
  public func routes(atMost limit: Int) throws(NetlinkError) -> (routes: [RouteFacts], leftOut: Int) {
    var routes: [RouteFacts] = []
    var leftOut = 0
    for reply in try dump("routes", Message(Int(RTM_GETROUTE), NLM_F_DUMP, rtmsg())) {
      // rtm_dst_len, the second byte of the `rtmsg`, is 0 for a default route.
      guard routes.count < limit || (reply.payload.count >= 12 && reply.payload.load(UInt8.self, at: 1) == 0) else {
        leftOut += 1
        continue
      }
      routes += RouteFacts.each(reply.payload).filter { !$0.isCached }
    }
    return (routes, leftOut)
  }

  /// The route that a packet to an address would take. Equivalent to `ip route get … fibmatch`.
  ///
  /// - Throws: ``NetlinkError``: ``NetlinkError/Code/networkUnreachable`` where there is none,
  ///   ``NetlinkError/Code/hostUnreachable`` for an `unreachable`, ``NetlinkError/Code/invalid`` for a `blackhole` and
  ///   ``NetlinkError/Code/prohibited`` for a `prohibit` route.
  public func lookUpRoute(to ip: IPAddress) throws(NetlinkError) -> RouteFacts { try lookUpRoutes(to: ip)[0] }

  /// As ``lookUpRoute(to:)``, with one element, never none, for each next hop of a multipath route.
  ///
  /// - Throws: ``NetlinkError``, as there.
  public func lookUpRoutes(to ip: IPAddress) throws(NetlinkError) -> [RouteFacts] {
    var header = rtmsg()
    header.rtm_family = ip.family.number
    header.rtm_dst_len = UInt8(ip.bytes.count * 8)
    header.rtm_flags = UInt32(RTM_F_FIB_MATCH)
    let message = Message(Int(RTM_GETROUTE), 0, header)
    message.put(Int(RTA_DST.rawValue), bytes: ip.bytes)
    let operation = "look up the route to \(ip)"
    let routes = try connection.transact(operation, message).flatMap { RouteFacts.each($0.payload) }
    guard !routes.isEmpty else { throw NetlinkError(operation, code: ENETUNREACH) }
    return routes
  }

  /// Adds a route to the main table where there is none of the same destination and metric.
  ///
  /// Equivalent to `ip route add DESTINATION via GATEWAY dev DEV metric METRIC src SOURCE`; sends
  /// `NLM_F_CREATE | NLM_F_EXCL`.
  ///
  /// - Parameters:
  ///   - destination: nil is the default route.
  ///   - gateway: nil for what is reached without one.
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/exists``.
  public func addRoute(
    destination: IPPrefix?, gateway: IPAddress?, interface: Int32, metric: UInt32, preferredSource: IPAddress? = nil
  ) throws(NetlinkError) {
    try send(
      "add", Int(RTM_NEWROUTE), NLM_F_CREATE | NLM_F_EXCL, destination, gateway, interface, metric, preferredSource)
  }

  /// Adds a route to a table, the main one by default, or replaces the one of the same destination and metric.
  ///
  /// Equivalent to `ip route replace DESTINATION via GATEWAY dev DEV metric METRIC table TABLE`.
  ///
  /// - Parameter destination: nil is the default route.
  /// - Throws: ``NetlinkError``.
  public func replaceRoute(
    destination: IPPrefix?, gateway: IPAddress?, interface: Int32, metric: UInt32, preferredSource: IPAddress? = nil,
    table: UInt8 = RouteFacts.mainTable
  ) throws(NetlinkError) {
    try send(
      "set", Int(RTM_NEWROUTE), NLM_F_CREATE | NLM_F_REPLACE, destination, gateway, interface, metric, preferredSource,
      table)
  }

  /// Lets packets with a source address go by the routes of a table, where one of them fits.
  ///
  /// Equivalent to `ip rule add from SOURCE lookup TABLE`.
  ///
  /// - Throws: ``NetlinkError``; ``NetlinkError/Code/notSupported`` where the kernel has one table only.
  public func addRule(from source: IPPrefix, table: UInt8) throws(NetlinkError) {
    var header = fib_rule_hdr()
    header.family = source.address.family.number
    header.src_len = source.length
    header.table = table
    header.action = UInt8(FR_ACT_TO_TBL)
    let message = Message(Int(RTM_NEWRULE), NLM_F_CREATE | NLM_F_EXCL, header)
    message.put(Int(FRA_SRC), bytes: source.address.bytes)
    try connection.transact("add the rule from \(source) to table \(table)", message)
  }

  /// Takes a route away. Equivalent to `ip route delete`.
  ///
  /// - Throws: ``NetlinkError``, such as ``NetlinkError/Code/noSuchEntry``.
  public func removeRoute(
    destination: IPPrefix?, gateway: IPAddress?, interface: Int32, metric: UInt32
  ) throws(NetlinkError) {
    try send("remove", Int(RTM_DELROUTE), 0, destination, gateway, interface, metric, nil)
  }

  private func send(
    _ verb: String, _ type: Int, _ flags: Int32, _ destination: IPPrefix?, _ gateway: IPAddress?, _ interface: Int32,
    _ metric: UInt32, _ preferredSource: IPAddress?, _ table: UInt8 = RouteFacts.mainTable
  ) throws(NetlinkError) {
    let via = gateway.map { " via \($0)" } ?? ""
    let operation = "\(verb) the route to \(destination?.description ?? "default")\(via) on interface \(interface)"
    guard let family = (gateway ?? destination?.address ?? preferredSource)?.family else {
      throw NetlinkError(
        operation, code: EINVAL, kernelMessage: "neither destination, gateway nor source says which family")
    }
    var header = rtmsg()
    header.rtm_family = family.number
    header.rtm_dst_len = destination?.length ?? 0
    header.rtm_table = table
    header.rtm_protocol = UInt8(RTPROT_STATIC)
    // On a request to delete "nowhere" matches any scope.
    let isRemoval = type == Int(RTM_DELROUTE)
    header.rtm_scope = UInt8(
      (isRemoval ? RT_SCOPE_NOWHERE : gateway == nil ? RT_SCOPE_LINK : RT_SCOPE_UNIVERSE).rawValue)
    header.rtm_type = UInt8(RTN_UNICAST)
    let message = Message(type, flags, header)
    if let destination { message.put(Int(RTA_DST.rawValue), bytes: destination.address.bytes) }
    if let gateway { message.put(Int(RTA_GATEWAY.rawValue), bytes: gateway.bytes) }
    if let preferredSource { message.put(Int(RTA_PREFSRC.rawValue), bytes: preferredSource.bytes) }
    message.put(Int(RTA_OIF.rawValue), interface)
    message.put(Int(RTA_PRIORITY.rawValue), metric)
    try connection.transact(operation, message)
  }
}

public import Netlink

extension NetworkSnapshot {
  /// What a kernel with these addresses and routes, and without policy rules, would answer: an own address, else the
  /// longest prefix, and of equal ones the lowest metric.
  public func lookUp(_ ip: IPAddress) -> RouteAnswer {
    if let own = addresses.first(where: { $0.prefix.address == ip }) {
      return .route(
        RouteFacts(
          family: ip.family, destination: IPPrefix(ip, length: UInt8(ip.bytes.count * 8)), table: 255, kind: .local,
          interfaceIndex: links.first { $0.flags.contains(.loopback) }?.index ?? own.interfaceIndex, scope: 254))
    }
    let matching = routes.filter { $0.family == ip.family && $0.table != 255 && ($0.destination?.contains(ip) ?? true) }
    func rank(_ route: RouteFacts) -> (Int, UInt32) { (-Int(route.destination?.length ?? 0), route.metric) }
    guard let best = matching.min(by: { rank($0) < rank($1) }) else { return .refused(101) }  // ENETUNREACH
    switch best.kind {
    case .blackhole: return .refused(22)  // EINVAL
    case .unreachable: return .refused(113)  // EHOSTUNREACH
    case .prohibit: return .refused(13)  // EACCES
    default:
      // Of several next hops the first by which a packet can leave.
      let hops = matching.filter { rank($0) == rank(best) }
      return .route(hops.first { !$0.isLinkDown && !$0.isDead } ?? best)
    }
  }
}

extension IPPrefix {
  /// Whether an address lies in the network.
  func contains(_ ip: IPAddress) -> Bool {
    guard ip.family == address.family else { return false }
    for (index, (own, other)) in zip(address.bytes, ip.bytes).enumerated() {
      let bits = min(8, max(0, Int(length) - index * 8))
      guard bits > 0 else { return true }
      if (own ^ other) >> (8 - UInt8(bits)) != 0 { return false }
    }
    return true
  }
}

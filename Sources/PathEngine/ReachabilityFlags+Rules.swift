public import Netlink

extension ReachabilityFlags {
  /// Of "the Internet", that is of no destination in particular.
  public init(path: NetworkPath) {
    switch path.status {
    case .unsatisfied: self = []
    case .requiresConnection: self = [.reachable, .connectionRequired, .transientConnection]
    case .satisfied:
      self = .reachable
      if path.usedTypes.contains(.cellular) { formUnion([.transientConnection, .isWWAN]) }
      if path.isTunnel { insert(.transientConnection) }
    }
  }

  /// Of an address, from the kernel's answer to the question for its route.
  ///
  /// - 0.0.0.0 and :: stand for the Internet, by either family.
  /// - 169.254.0.0 stands for the local network: a usable Wi-Fi or wired interface with an IPv4 address. (On Linux the
  ///   route to it would be the default route.)
  public init(
    address: IPAddress, answer: NetworkSnapshot.RouteAnswer, _ snapshot: NetworkSnapshot, overrides: InterfaceOverrides
  ) {
    let verdict = PathVerdict(snapshot, overrides)
    if address.isUnspecified {
      self.init(path: NetworkPath(snapshot, overrides: overrides))
    } else if address == Self.localNetwork {
      self = verdict.hasLocalNetwork ? [.reachable, .isDirect] : []
    } else if case .route(let route) = answer, let flags = Self.flags(address, route, verdict) {
      self = flags
    } else {
      let path = NetworkPath(snapshot, overrides: overrides)
      self = path.status == .requiresConnection ? ReachabilityFlags(path: path) : []
    }
  }

  /// Of a name: as long as nobody knows its addresses, those of the Internet; of one that does not resolve none; else
  /// those of the address that can be reached best.
  public init(
    name resolved: ResolvedName?, _ snapshot: NetworkSnapshot, overrides: InterfaceOverrides,
    answer: (IPAddress) throws -> NetworkSnapshot.RouteAnswer
  ) rethrows {
    guard let resolved else {
      self.init(path: NetworkPath(snapshot, overrides: overrides))
      return
    }
    var best: ReachabilityFlags = []
    for address in resolved.addresses where best.rank < 2 {
      let flags = ReachabilityFlags(address: address, answer: try answer(address), snapshot, overrides: overrides)
      if flags.rank > best.rank { best = flags }
    }
    self = best
  }

  /// Apple's order of flags for the addresses of one name.
  private var rank: Int { !contains(.reachable) ? 0 : contains(.connectionRequired) ? 1 : 2 }

  private static let localNetwork = IPAddress(bytes: [169, 254, 0, 0])

  /// nil where no packet can leave.
  private static func flags(_ address: IPAddress, _ route: RouteFacts, _ verdict: PathVerdict) -> ReachabilityFlags? {
    do {
      var flags: ReachabilityFlags = .reachable
      let index: Int32
      switch route.kind {
      case .local:
        _ = try verdict.interface(route, address.family)
        return [.reachable, .isLocalAddress]
      case .multicast, .broadcast, .anycast:
        var unicast = route
        unicast.kind = .unicast
        index = try verdict.interface(unicast, address.family, toLinkLocal: true)
        flags.insert(.isDirect)
      default:
        index = try verdict.interface(route, address.family, toLinkLocal: address.isLinkLocal)
        if route.gateway == nil { flags.insert(.isDirect) }
      }
      guard let link = verdict.link(index) else { return nil }
      let types = [link] + verdict.lower(link)
      if types.contains(where: { verdict.type($0) == .cellular }) { flags.formUnion([.transientConnection, .isWWAN]) }
      if link.isTunnel { flags.insert(.transientConnection) }
      return flags
    } catch {
      return nil
    }
  }
}

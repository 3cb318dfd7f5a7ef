public import Netlink

/// What the kernel would do with a connection now, in the words of Apple's `NWPath`.
public struct NetworkPath: Hashable, Sendable {
  /// Whether it can be used.
  public let status: PathStatus
  /// Why not, in words; nil if it can.
  public let reason: String?
  /// The interfaces that can carry it, the preferred one first.
  public let interfaces: [PathInterface]
  /// Whether the preferred interface's use costs money.
  public let isExpensive: Bool
  /// Whether IPv4 can be used.
  public let supportsIPv4: Bool
  /// Whether IPv6 can be used.
  public let supportsIPv6: Bool
  /// Whether a DNS server is configured.
  public let supportsDNS: Bool
  /// The routers of default routes.
  public let gateways: [IPAddress]

  /// Decides from a snapshot.
  public init(_ snapshot: NetworkSnapshot, overrides: InterfaceOverrides = InterfaceOverrides()) {
    let usable = Dictionary(
      snapshot.links.filter(\.isUsable).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    var verdicts: [IPAddress.Family: Verdict] = [:]
    for canary in overrides.canaries {
      verdicts[canary.family] = Verdict(snapshot.answers[canary], canary.family, usable, snapshot)
    }
    func carries(_ family: IPAddress.Family) -> Bool { verdicts[family]?.interface != nil }
    supportsIPv4 = carries(.ipv4)
    supportsIPv6 = carries(.ipv6)
    let isSatisfied = supportsIPv4 || supportsIPv6
    status = isSatisfied ? .satisfied : .unsatisfied
    reason = isSatisfied ? nil : (verdicts[.ipv4] ?? verdicts[.ipv6])?.refusal ?? "no route"

    let defaults = snapshot.routes.filter {
      $0.destination == nil && $0.kind == .unicast && !$0.isLinkDown && !$0.isDead
        && $0.interfaceIndex.map { usable[$0] != nil } ?? false
    }.sorted { $0.metric < $1.metric }
    let selected = [verdicts[.ipv4]?.interface, verdicts[.ipv6]?.interface].compactMap(\.self)
    var order: [Int32] = []
    for index in selected + defaults.compactMap(\.interfaceIndex) where !order.contains(index) { order.append(index) }
    interfaces = order.compactMap { usable[$0] }.map {
      PathInterface(name: $0.name, index: $0.index, type: InterfaceType($0, overrides: overrides))
    }
    isExpensive =
      interfaces.first.map { $0.type == .cellular || overrides.expensive.contains($0.name) } ?? false
    supportsDNS = isSatisfied && snapshot.hasNameServer
    var routers: [IPAddress] = []
    for gateway in defaults.compactMap(\.gateway) where !routers.contains(gateway) { routers.append(gateway) }
    gateways = routers
  }

  /// One family's answer: the interface that carries it, or why none does.
  private struct Verdict {
    var interface: Int32?
    var refusal: String?

    init(
      _ answer: NetworkSnapshot.RouteAnswer?, _ family: IPAddress.Family, _ usable: [Int32: LinkFacts],
      _ snapshot: NetworkSnapshot
    ) {
      switch answer {
      case nil, .refused(101): refusal = "no route"
      case .refused(113): refusal = "the route says unreachable"
      case .refused(22): refusal = "the route is a blackhole"
      case .refused(13): refusal = "the route is prohibited by policy"
      case .refused(let code): refusal = "the kernel refuses the route look-up with error \(code)"
      case .route(let route):
        guard route.kind == .unicast || route.kind == .local, let index = route.interfaceIndex else {
          refusal = "the route leads nowhere"
          return
        }
        guard !route.isLinkDown, !route.isDead, usable[index] != nil else {
          refusal = "no carrier, or the interface is down"
          return
        }
        let hasSource = snapshot.addresses.contains {
          $0.prefix.address.family == family && $0.isUsable
            && (route.kind == .local || !$0.prefix.address.isLoopback)
            && ($0.interfaceIndex == index || $0.prefix.address == route.preferredSource)
        }
        guard hasSource else {
          refusal = "no usable source address"
          return
        }
        interface = index
      }
    }
  }
}

internal import Netlink
internal import Profiles

/// One thing that is done to an existing interface, and can be undone.
enum InterfaceStep: Hashable, Sendable, Codable {
  /// Turns offloads off, so that what meets a qdisc are single packets; those that were on are named.
  case offloads([String])
  /// Makes an ifb interface, up, with a qdisc.
  case detour(Detour, Qdisc)
  /// Puts the qdisc there that filters hang on.
  case hook(Qdisc)
  /// Sends packets by a detour.
  case redirect(FilterPoint, Detour, FilterMatch, priority: UInt16)
  /// Puts a qdisc at the root of the interface itself.
  case root(Qdisc)

  /// Whether two steps differ at most in the settings of the same kind of qdisc: then a change in place leads from one to
  /// the other.
  func hasShape(of other: InterfaceStep) -> Bool {
    switch (self, other) {
    case (.detour(let a, let one), .detour(let b, let two)): a == b && one.kind == two.kind
    case (.root(let one), .root(let two)): one.kind == two.kind
    default: self == other
    }
  }

  /// The priority of linkcond's filters: 4c43 is "LC". Queries come before, other families' after.
  static let priority: UInt16 = 0x4c43
  /// All that linkcond uses.
  static let priorities: [UInt16] = [priority - 2, priority - 1, priority]
}

extension InterfaceStep {
  /// The lines of `tc`, `ip` and `ethtool` that do the same.
  func commands(_ device: String, index: Int32, replacing: Bool) -> [String] {
    let device = ShellWord.quoted(device)
    let handle = TrafficControl.words(KernelPlan.handle)
    switch self {
    case .offloads(let names):
      return ["ethtool -K \(device) " + names.map { "\($0) off" }.joined(separator: " ")]
    case .detour(let detour, let qdisc):
      let name = detour.name(beside: index)
      return [
        "ip link add \(name) type ifb", "ip link set dev \(name) up",
        "tc qdisc add dev \(name) root handle \(handle) \(TrafficControl.words(qdisc))",
      ]
    case .hook(let qdisc): return ["tc qdisc add dev \(device) \(qdisc.kind)"]
    case .redirect(let point, let detour, let match, let priority):
      return [
        "tc filter add dev \(device) \(point == .ingress ? "ingress" : "egress") "
          + "protocol \(TrafficControl.protocolName(match)) prio \(priority) u32 \(TrafficControl.words(match)) "
          + "action mirred egress redirect dev \(detour.name(beside: index))"
      ]
    case .root(let qdisc):
      return [
        "tc qdisc \(replacing ? "replace" : "add") dev \(device) root handle \(handle) \(TrafficControl.words(qdisc))"
      ]
    }
  }
}

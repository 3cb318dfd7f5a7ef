internal import Netlink
internal import Profiles

extension InterfaceStep {
  /// The lines of `tc`, `ip` and `ethtool` that do the same, in the same order.
  ///
  /// - Parameters:
  ///   - replacing: Whether the root has a qdisc of someone else's.
  ///   - hasIPv6: Whether the kernel has IPv6, without which an interface has no address to make.
  func commands(_ device: String, index: Int32, replacing: Bool, hasIPv6: Bool) -> [String] {
    let device = ShellWord.quoted(device)
    switch self {
    case .offloads(let names): return [Self.ethtool(device, names, "off")]
    case .detour(let detour, let qdisc):
      let name = detour.name(beside: index)
      return ["ip link add \(name) type ifb", Self.qdisc("add", name, TrafficControl.words(qdisc))]
        + (hasIPv6 ? ["ip link set dev \(name) addrgenmode none"] : []) + ["ip link set dev \(name) up"]
    case .hook(let qdisc): return ["tc qdisc add dev \(device) \(qdisc.kind)"]
    case .redirect(let point, let detour, let match, let priority):
      return [
        "tc filter add dev \(device) \(Self.word(point)) "
          + "protocol \(TrafficControl.protocolName(match)) prio \(priority) u32 \(TrafficControl.words(match)) "
          + "action mirred egress redirect dev \(detour.name(beside: index))"
      ]
    case .root(let qdisc): return [Self.qdisc(replacing ? "replace" : "add", device, TrafficControl.words(qdisc))]
    }
  }

  /// The lines that change a qdisc in place.
  func changeCommands(_ device: String, index: Int32, from old: InterfaceStep) -> [String] {
    guard let qdisc = queue, let former = old.queue else {
      return commands(device, index: index, replacing: false, hasIPv6: true)
    }
    let interface =
      if case .detour(let detour, _) = self { detour.name(beside: index) } else { ShellWord.quoted(device) }
    return [Self.qdisc("change", interface, TrafficControl.words(qdisc, after: former))]
  }

  /// The lines that take it away again.
  func undoCommands(_ device: String, index: Int32) -> [String] {
    let device = ShellWord.quoted(device)
    switch self {
    case .offloads(let names): return [Self.ethtool(device, names, "on")]
    case .detour(let detour, _): return ["ip link del dev \(detour.name(beside: index))"]
    case .hook(let qdisc): return ["tc qdisc del dev \(device) \(qdisc.kind)"]
    case .redirect(let point, _, let match, let priority):
      return [
        "tc filter del dev \(device) \(Self.word(point)) protocol \(TrafficControl.protocolName(match)) prio \(priority)"
      ]
    case .root: return ["tc qdisc del dev \(device) root"]
    }
  }

  private static func ethtool(_ device: String, _ names: [String], _ state: String) -> String {
    "ethtool -K \(device) " + names.map { "\($0) \(state)" }.joined(separator: " ")
  }

  private static func qdisc(_ verb: String, _ interface: String, _ words: String) -> String {
    "tc qdisc \(verb) dev \(interface) root handle \(TrafficControl.words(KernelPlan.handle)) \(words)"
  }

  private static func word(_ point: FilterPoint) -> String { point == .ingress ? "ingress" : "egress" }
}

internal import LinuxSystem
internal import Netlink

/// What is to be known of an existing interface before anything is done to it.
struct InterfaceFacts: Hashable, Sendable {
  /// What the kernel says of the interface.
  var link: LinkFacts
  /// Its qdiscs.
  var qdiscs: [QdiscFacts] = []
  /// The classes of its qdiscs.
  var classes: [ClassFacts] = []
  /// Whether filters hang on the root qdisc or on one of the classes.
  var hasClassFilters = false
  /// Filters at both points.
  var filters: [FilterPoint: [FilterFacts]] = [:]
  /// The offloads that are on, of those that join packets.
  var offloads: [String] = []
  /// What is at the other end, if it is one end of a veth pair.
  var otherEnd: OtherEnd?
  /// A default route leads over it.
  var carriesDefaultRoute = false
  /// The other ends of SSH sessions over it, as addresses.
  var sessions: [String] = []
  /// Whether the kernel has IPv6.
  var hasIPv6 = true

  /// The root qdisc that someone put there: one that the kernel chose itself has no number.
  var root: QdiscFacts? { qdiscs.first { $0.parent == .root && $0.handle.major != 0 } }
  /// The root qdisc, if it is neither the kernel's choice nor linkcond's.
  var foreignRoot: QdiscFacts? { root.flatMap { $0.handle == KernelPlan.handle ? nil : $0 } }
  /// That with what hangs under it, to be put back.
  var formerRoot: FormerQdisc? {
    foreignRoot.map { FormerQdisc($0, qdiscs: qdiscs, classes: classes, hasFilters: hasClassFilters) }
  }
  /// The qdisc that filters hang on.
  var hook: QdiscFacts? { qdiscs.first { $0.parent == .ingress } }
  /// Whether anything of linkcond's is here.
  var hasOwn: Bool {
    root?.handle == KernelPlan.handle
      || filters.values.joined().contains { InterfaceStep.priorities.contains($0.priority) && $0.redirectTarget != nil }
  }

  /// Whether packets of a feature, by the kernel's name of it, are joined: then a qdisc would meet many as one.
  static func joins(_ feature: String) -> Bool {
    feature.hasSuffix("-segmentation") || ["rx-gro", "rx-gro-hw", "rx-gro-list", "rx-lro"].contains(feature)
  }

  /// Asks the kernel. Must run in the interface's namespace.
  ///
  /// - Parameter outside: Ends of pairs in the tool's own namespace, if that is another.
  /// - Throws: ``LabError`` if there is no such interface.
  static func read(_ device: String, _ route: RouteSocket, outside: [OtherEnd] = []) throws -> InterfaceFacts {
    guard !device.isEmpty, device.utf8.count <= InterfaceName.longest, let link = try route.link(named: device) else {
      throw LabError(
        .failed, "find interface '\(device)'", because: "the namespace has no such interface.",
        advice: UnknownInterface(name: device, known: try route.links().map(\.name)).alternative)
    }
    var facts = InterfaceFacts(link: link)
    facts.qdiscs = try route.qdiscs(interface: link.index)
    if let root = facts.foreignRoot {
      facts.classes = try route.classes(interface: link.index)
      facts.hasClassFilters = try ([root.handle] + facts.classes.map(\.handle)).contains {
        try !route.filters(interface: link.index, on: $0).isEmpty
      }
    }
    if let hook = facts.hook {
      for point in hook.kind == "clsact" ? FilterPoint.allCases : [.ingress] {
        facts.filters[point] = try route.filters(interface: link.index, at: point)
      }
    }
    let features = try InterfaceFeatures.get(device)
    facts.offloads = try InterfaceFeatures.changeable(device).filter { joins($0) && features[$0] == true }.sorted()
    facts.otherEnd = try OtherEnd(of: link, route, outside: outside)
    facts.carriesDefaultRoute = try route.routes().contains {
      isDefault($0) && $0.interfaceIndex == link.index && $0.kind == .unicast
    }
    facts.sessions = try sessions(over: link.index, route)
    facts.hasIPv6 = KernelSetting.exists("net/ipv6/conf/default/disable_ipv6")
    return facts
  }

  /// To everywhere, or to so large a part of it that it stands in the default route's place: VPNs leave that one there, and
  /// add both halves (`0.0.0.0/1` and `128.0.0.0/1`), or eighths and sixteenths of IPv6 from `::/3` on.
  static func isDefault(_ route: RouteFacts) -> Bool {
    route.destination.map { $0.length <= (route.family == .ipv4 ? 1 : 3) } ?? true
  }

  private static func sessions(over index: Int32, _ route: RouteSocket) throws -> [String] {
    var text = try SystemFile.read("/proc/thread-self/net/tcp")
    if SystemFile.exists("/proc/thread-self/net/tcp6") {
      text += try SystemFile.read("/proc/thread-self/net/tcp6").drop { $0 != "\n" }
    }
    let own = Set(try route.addresses().filter { $0.interfaceIndex == index }.map(\.prefix.address))
    let found = TCPConnection.sessions(TCPConnection.established(text), ofServer: SessionServer.sockets())
    return try found.filter { connection in
      if own.contains(connection.local) { return true }
      do {
        return try route.lookUpRoute(to: connection.remote).interfaceIndex == index
      } catch let error as NetlinkError where error.code == .networkUnreachable {
        return false
      }
    }.map(\.remote.description)
  }
}

internal import LinuxSystem
internal import Netlink
internal import Profiles

/// One link of a lab: two veth pairs, addresses, routes, neighbours and offloads, made in the order that leaves no gap.
struct LabLink: Sendable {
  let topology: LabTopology
  private let namespaces: LabNamespaces
  /// Interface indices: the client's, the network's, and the two in between.
  let clientIndex: Int32
  let networkIndex: Int32
  let clientSide: Int32
  let networkSide: Int32

  init(_ topology: LabTopology, engine: EngineKind, in namespaces: LabNamespaces) async throws {
    self.topology = topology
    self.namespaces = namespaces
    let name = topology.interface
    // The kernel announces a carrier at once only if an interface's number differs from its peer's; else it may take
    // a second (`linkwatch_urgent_event`). Those in the middle lie above all others. The low ones may be taken: some
    // kernels put tunnels of their own (sit0, tunl0, ...) into each new namespace.
    let outer = Int32(1001 + topology.number)
    let inner = Int32(1001 + LabTopology.most + 2 * topology.number)
    let linkRoute = namespaces.linkRoute
    try linkRoute.addVethPair(
      VethEnd(
        name: name, namespace: namespaces.client.descriptor, address: topology.clientHardware, index: outer),
      VethEnd(name: topology.clientSide, index: inner))
    try linkRoute.addVethPair(
      VethEnd(
        name: name, namespace: namespaces.network.descriptor, address: topology.gatewayHardware, index: outer),
      VethEnd(name: topology.networkSide, index: inner + 1))
    clientIndex = try namespaces.clientRoute.index(of: name)
    networkIndex = try namespaces.networkRoute.index(of: name)
    clientSide = try linkRoute.index(of: topology.clientSide)
    networkSide = try linkRoute.index(of: topology.networkSide)

    let offloads = try await namespaces.client.perform {
      LabOffloads(engine, changeable: try InterfaceFeatures.changeable(name))
    }
    try await namespaces.link.perform { [topology] in
      for side in [topology.clientSide, topology.networkSide] { try InterfaceFeatures.set(side, offloads.side) }
    }
    for namespace in [namespaces.client, namespaces.network] {
      try await namespace.perform { try InterfaceFeatures.set(name, offloads.end) }
    }

    for index in [clientSide, networkSide] { try linkRoute.setLink(index, up: true) }
    try setUpNetwork()
    try setUpClientInterface()
    for end in [namespaces.client, namespaces.network] { try await end.perform { Self.setThreadedNAPI(name) } }
    try waitForLinkEnds()
  }

  /// Puts the link into a state. Coming back from `down`, the client's interface gets its addresses, routes and
  /// neighbours again.
  func setState(_ state: LinkState) throws {
    switch state {
    case .up:
      try namespaces.linkRoute.setLink(clientSide, up: true)
      try setUpClientInterface()
      try waitForLinkEnds()
    case .noCarrier:
      try setUpClientInterface()
      try namespaces.linkRoute.setLink(clientSide, up: false)
    case .down:
      try namespaces.linkRoute.setLink(clientSide, up: true)
      try namespaces.clientRoute.setLink(clientIndex, up: false)
    }
  }

  /// An end that is not operational yet swallows what is sent to it. The kernel needs half a millisecond, rarely 5.
  private func waitForLinkEnds() throws {
    for name in [topology.clientSide, topology.networkSide] { try wait(for: name, in: namespaces.linkRoute) }
  }

  private func wait(for name: String, in route: RouteSocket) throws {
    let deadline = MonotonicClock.now() + 2_000_000_000
    while try route.link(named: name)?.operationalState != .up {
      guard MonotonicClock.now() < deadline else {
        throw LabError(.failed, "bring up interface '\(name)' of the lab", because: "it was not up after 2 s.")
      }
      Wait.sleep(nanoseconds: 100_000)
    }
  }

  /// Brings the client's interface up and gives it what DHCP and router advertisements would: addresses, default
  /// routes, and the neighbour entries that keep a flap from costing a round trip.
  private func setUpClientInterface() throws {
    let route = namespaces.clientRoute
    try route.setLink(clientIndex, up: true)
    // As with a real network, its configuration comes once there is a carrier: a route that is there some milliseconds
    // before would take the traffic away from another interface into one that does not carry it yet.
    try wait(for: topology.interface, in: route)
    let held = try route.addresses().filter { $0.interfaceIndex == clientIndex }.map(\.prefix)
    for family in topology.families {
      if !held.contains(family.client) { try route.addAddress(family.client, to: clientIndex) }
      if let gateway = topology.gatewayHardware {
        try route.setPermanentNeighbour(family.gateway.address, gateway, interface: clientIndex)
      }
      try route.replaceRoute(
        destination: nil, gateway: family.gateway.address, interface: clientIndex, metric: topology.metric)
    }
  }

  private func setUpNetwork() throws {
    let route = namespaces.networkRoute
    try route.setLink(networkIndex, up: true)
    for family in topology.families {
      try route.addAddress(family.gateway, to: networkIndex)
      // So that a server which is bound to no address answers a datagram from the origin's, not from the gateway's. The
      // metrics are those of the kernel's own routes, which these replace.
      try route.replaceRoute(
        destination: family.gateway.network, gateway: nil, interface: networkIndex,
        metric: family.gateway.address.family == .ipv6 ? 256 : 0, preferredSource: family.origin.address)
      if let client = topology.clientHardware {
        try route.setPermanentNeighbour(family.client.address, client, interface: networkIndex)
      }
    }
  }

  /// Lets an end that is up receive in a kernel thread of its own; an interface that is down has nothing to put there.
  private static func setThreadedNAPI(_ interface: String) {
    do {
      try InterfaceFeatures.setThreadedNAPI(interface, true)
    } catch {
      // Doubles the throughput of a lab where it can be had (measured); a lab without it is as true.
    }
  }
}

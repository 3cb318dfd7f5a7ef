internal import LinuxSystem
internal import Netlink

/// Builds a lab's link: two veth pairs, addresses, routes, neighbours and offloads, in the order that leaves no gap.
struct LabLink: Sendable {
  let topology: LabTopology
  let client: NetworkNamespace
  let link: NetworkNamespace
  let network: NetworkNamespace
  let clientRoute: RouteSocket
  let linkRoute: RouteSocket
  let networkRoute: RouteSocket
  /// Interface indices: the client's, the network's, and the two in between.
  let clientIndex: Int32
  let networkIndex: Int32
  let clientSide: Int32
  let networkSide: Int32

  init(_ topology: LabTopology, client: NetworkNamespace, link: NetworkNamespace, network: NetworkNamespace)
    async throws
  {
    self.topology = topology
    self.client = client
    self.link = link
    self.network = network
    clientRoute = try await client.perform { try Self.prepareEnd() }
    networkRoute = try await network.perform { try Self.prepareEnd() }
    linkRoute = try await link.perform {
      // On all ends in `link` before they exist: else they speak MLD and router solicitations into the client.
      try Self.writeIfPresent("net/ipv6/conf/all/disable_ipv6", "1")
      try Self.writeIfPresent("net/ipv6/conf/default/disable_ipv6", "1")
      return try RouteSocket()
    }
    let name = topology.interface
    // The kernel announces a carrier at once only if an interface's number differs from its peer's; else it may take
    // a second (`linkwatch_urgent_event`). The ends in the other namespaces get 2.
    try linkRoute.addVethPair(
      VethEnd(name: name, namespace: client.descriptor, address: topology.clientHardware, index: 2),
      VethEnd(name: topology.clientSide, index: 12))
    try linkRoute.addVethPair(
      VethEnd(name: name, namespace: network.descriptor, address: topology.gatewayHardware, index: 2),
      VethEnd(name: topology.networkSide, index: 13))
    clientIndex = try Self.index(of: name, clientRoute)
    networkIndex = try Self.index(of: name, networkRoute)
    clientSide = try Self.index(of: topology.clientSide, linkRoute)
    networkSide = try Self.index(of: topology.networkSide, linkRoute)

    try await link.perform { [topology] in
      for end in [topology.clientSide, topology.networkSide] {
        // With TSO on here the kernel leaves out the receiving end's GRO (facts: half the throughput).
        try InterfaceFeatures.set(
          end,
          [
            "rx-gro": false, "tx-tcp-segmentation": false, "tx-tcp6-segmentation": false,
            "tx-tcp-ecn-segmentation": false, "tx-tcp-mangleid-segmentation": false,
          ])
      }
    }
    try await client.perform { try Self.setSenderOffloads(name) }
    try await network.perform { try Self.setSenderOffloads(name) }

    for index in [clientSide, networkSide] { try linkRoute.setLink(index, up: true) }
    try setUpNetwork()
    try setUpClientInterface()
    try waitForLinkEnds()
  }

  /// An end that is not operational yet swallows what is sent to it. The kernel needs half a millisecond, rarely 5.
  private func waitForLinkEnds() throws {
    let deadline = MonotonicClock.now() + 2_000_000_000
    for name in [topology.clientSide, topology.networkSide] {
      while try linkRoute.link(named: name)?.operationalState != .up {
        guard MonotonicClock.now() < deadline else {
          throw LabError(.failed, "bring up interface '\(name)' of the lab", because: "it was not up after 2 s.")
        }
        Wait.sleep(nanoseconds: 100_000)
      }
    }
  }

  /// Brings the client's interface up and gives it what DHCP and router advertisements would: addresses, default
  /// routes, and the neighbour entries that keep a flap from costing a round trip.
  func setUpClientInterface() throws {
    try clientRoute.setLink(clientIndex, up: true)
    let held = try clientRoute.addresses().filter { $0.interfaceIndex == clientIndex }.map(\.prefix)
    for family in topology.families {
      if !held.contains(family.client) { try clientRoute.addAddress(family.client, to: clientIndex) }
      if let gateway = topology.gatewayHardware {
        try clientRoute.setPermanentNeighbour(family.gateway.address, gateway, interface: clientIndex)
      }
      try clientRoute.replaceRoute(
        destination: nil, gateway: family.gateway.address, interface: clientIndex, metric: 100, preferredSource: nil)
    }
  }

  private func setUpNetwork() throws {
    let loopback = try Self.index(of: "lo", networkRoute)
    try networkRoute.setLink(loopback, up: true)
    try clientRoute.setLink(try Self.index(of: "lo", clientRoute), up: true)
    try networkRoute.setLink(networkIndex, up: true)
    for family in topology.families {
      try networkRoute.addAddress(family.gateway, to: networkIndex)
      try networkRoute.addAddress(family.origin, to: loopback)
      if let client = topology.clientHardware {
        try networkRoute.setPermanentNeighbour(family.client.address, client, interface: networkIndex)
      }
    }
  }

  private static func index(of name: String, _ route: RouteSocket) throws -> Int32 {
    guard let link = try route.link(named: name) else {
      throw LabError(.failed, "find interface '\(name)' that the lab made", because: "the kernel does not list it.")
    }
    return link.index
  }

  /// Settings of an end's namespace, before it has a link.
  private static func prepareEnd() throws -> RouteSocket {
    for family in ["default", "all"] {
      // Only the lab's own addresses: no link-local, nothing from router advertisements, no duplicate address detection.
      try writeIfPresent("net/ipv6/conf/\(family)/addr_gen_mode", "1")
      try writeIfPresent("net/ipv6/conf/\(family)/accept_ra", "0")
      try writeIfPresent("net/ipv6/conf/\(family)/accept_dad", "0")
    }
    // 64 MiB: the default of 4 MiB caps a stream at 20 ms each way at 0.6 Gbit/s, whatever the link does (facts/lab.md).
    try KernelSetting.write("net/ipv4/tcp_rmem", "4096 131072 67108864")
    try KernelSetting.write("net/ipv4/tcp_wmem", "4096 65536 67108864")
    try allowPing()
    return try RouteSocket()
  }

  /// `ping` and the probe open ICMP echo sockets without privilege where this range holds their group.
  private static func allowPing() throws {
    do {
      try KernelSetting.write("net/ipv4/ping_group_range", "0 2147483647")
    } catch {
      // In a user namespace with one mapped group only that group can be named.
      let group = UserNamespace.ownGroup
      try KernelSetting.write("net/ipv4/ping_group_range", "\(group) \(group)")
    }
  }

  private static func writeIfPresent(_ path: String, _ value: String) throws {
    guard KernelSetting.exists(path) else { return }
    try KernelSetting.write(path, value)
  }

  /// A checksum that is left to the hardware never gets computed on the way through packet sockets, and a super-frame
  /// would meet loss as one packet. GRO stays on at the receiving side.
  private static func setSenderOffloads(_ interface: String) throws {
    try InterfaceFeatures.set(
      interface,
      [
        "tx-checksum-ip-generic": false, "tx-checksum-sctp": false, "tx-tcp-segmentation": false,
        "tx-tcp6-segmentation": false, "tx-tcp-ecn-segmentation": false, "tx-tcp-mangleid-segmentation": false,
        "tx-generic-segmentation": false, "tx-udp-segmentation": false, "rx-gro": true,
      ])
    do {
      try InterfaceFeatures.setThreadedNAPI(interface, true)
    } catch {
      // Doubles the throughput of a lab where it can be had (facts/lab.md); a lab without it is as true.
    }
  }
}

internal import LinuxSystem
internal import Netlink

/// A lab's three namespaces, ready for links: the kernel's settings made and a netlink socket in each.
struct LabNamespaces: Sendable {
  let client: NetworkNamespace
  let link: NetworkNamespace
  let network: NetworkNamespace
  let clientRoute: RouteSocket
  let linkRoute: RouteSocket
  let networkRoute: RouteSocket

  /// Makes them.
  ///
  /// - Parameter interfaces: How many interfaces the client will have.
  init(interfaces: Int) async throws {
    client = try NetworkNamespace.createForLab(name: "lc-client")
    network = try NetworkNamespace.createForLab(name: "lc-network")
    link = try NetworkNamespace.createForLab(name: "lc-link")
    clientRoute = try await client.perform {
      // With one interface a route over a dead link is as good as none. With several, what has lost its carrier must let
      // the next one carry the default route, as a network manager sees to.
      if interfaces > 1 {
        for family in ["ipv4", "ipv6"] {
          for scope in ["all", "default"] {
            try KernelSetting.writeIfPresent("net/\(family)/conf/\(scope)/ignore_routes_with_linkdown", "1")
          }
        }
      }
      return try Self.prepareEnd()
    }
    networkRoute = try await network.perform { try Self.prepareEnd() }
    linkRoute = try await link.perform {
      // On all ends in `link` before they exist: else they speak MLD and router solicitations into the client.
      try KernelSetting.writeIfPresent("net/ipv6/conf/all/disable_ipv6", "1")
      try KernelSetting.writeIfPresent("net/ipv6/conf/default/disable_ipv6", "1")
      return try RouteSocket()
    }
    for route in [clientRoute, networkRoute] { try route.setLink(try route.index(of: "lo"), up: true) }
  }

  /// Gives the network side's loopback the origin's addresses.
  func addOrigin(_ prefixes: [IPPrefix]) throws {
    let loopback = try networkRoute.index(of: "lo")
    for prefix in prefixes { try networkRoute.addAddress(prefix, to: loopback) }
  }

  /// Settings of an end's namespace, before it has a link.
  private static func prepareEnd() throws -> RouteSocket {
    for family in ["default", "all"] {
      // Only the lab's own addresses: no link-local, nothing from router advertisements, no duplicate address detection.
      try KernelSetting.writeIfPresent("net/ipv6/conf/\(family)/addr_gen_mode", "1")
      try KernelSetting.writeIfPresent("net/ipv6/conf/\(family)/accept_ra", "0")
      try KernelSetting.writeIfPresent("net/ipv6/conf/\(family)/accept_dad", "0")
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
}

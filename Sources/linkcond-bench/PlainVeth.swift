import LinuxSystem
import Netlink

/// Two namespaces with a veth pair between them, without offloads: what labs are compared with.
struct PlainVeth {
  static let address = "192.0.2.1"

  let client: NetworkNamespace
  let server: NetworkNamespace

  init() async throws {
    client = try NetworkNamespace.create(name: "pv-client")
    server = try NetworkNamespace.create(name: "pv-server")
    let clientRoute = try await client.perform { try RouteSocket() }
    let serverRoute = try await server.perform { try RouteSocket() }
    try clientRoute.addVethPair(VethEnd(name: "end"), VethEnd(name: "end", namespace: server.descriptor))
    for (namespace, route, own) in [(client, clientRoute, "192.0.2.2"), (server, serverRoute, Self.address)] {
      try await namespace.perform {
        try InterfaceFeatures.set(
          "end",
          [
            "tx-checksum-ip-generic": false, "tx-tcp-segmentation": false, "tx-tcp6-segmentation": false,
            "tx-generic-segmentation": false, "tx-udp-segmentation": false, "rx-gro": false,
          ])
      }
      guard let link = try route.link(named: "end"), let prefix = IPPrefix("\(own)/24") else { continue }
      try route.addAddress(prefix, to: link.index)
      try route.setLink(link.index, up: true)
    }
  }
}

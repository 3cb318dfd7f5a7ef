import LinuxSystem
import Netlink

@testable import Relay

/// A client, a link and a network, each a namespace, with a relay in the link: what a lab has, without its servers.
final class RelayTriple: Sendable {
  static let clientAddress = "192.0.2.2"
  static let networkAddress = "192.0.2.1"

  let client: NetworkNamespace
  let network: NetworkNamespace
  let relay: RelayLoop
  /// Sees what reaches the client's end and puts frames on it as the client would.
  let clientTap: FrameTap
  /// The same for the network's end.
  let networkTap: FrameTap
  /// Buffer of the relay's own sockets, in the kernel's count.
  let receiveBufferBytes: Int32

  private let clientRoute: RouteSocket
  private let linkRoute: RouteSocket
  private let clientEnd: Int32
  private let clientSide: Int32

  init(_ conditions: RelayConditions = RelayConditions(), seed: UInt64 = 42, upTo most: FrameBounds = .most)
    async throws
  {
    client = try NetworkNamespace.create(name: "rt-client")
    network = try NetworkNamespace.create(name: "rt-network")
    let link = try NetworkNamespace.create(name: "rt-link")
    clientRoute = try await client.perform { try Self.prepare() }
    let networkRoute = try await network.perform { try Self.prepare() }
    linkRoute = try await link.perform { try Self.prepare() }

    let clientHardware = HardwareAddress("02:00:00:00:00:02")
    let networkHardware = HardwareAddress("02:00:00:00:00:01")
    try linkRoute.addVethPair(
      VethEnd(name: "end", namespace: client.descriptor, address: clientHardware), VethEnd(name: "side.c"))
    try linkRoute.addVethPair(
      VethEnd(name: "end", namespace: network.descriptor, address: networkHardware), VethEnd(name: "side.n"))
    clientEnd = try Self.index("end", clientRoute)
    let networkEnd = try Self.index("end", networkRoute)
    clientSide = try Self.index("side.c", linkRoute)
    let networkSide = try Self.index("side.n", linkRoute)
    try await link.perform {
      for side in ["side.c", "side.n"] { try InterfaceFeatures.set(side, ["rx-gro": false]) }
    }
    for namespace in [client, network] { try await namespace.perform { try Self.setSenderOffloads() } }
    try linkRoute.setLink(clientSide, up: true)
    try linkRoute.setLink(networkSide, up: true)
    for (route, end, own, peer, hardware) in [
      (clientRoute, clientEnd, Self.clientAddress, Self.networkAddress, networkHardware),
      (networkRoute, networkEnd, Self.networkAddress, Self.clientAddress, clientHardware),
    ] {
      try route.setLink(end, up: true)
      guard let prefix = IPPrefix("\(own)/24"), let address = IPAddress(peer), let hardware else {
        throw SystemError("read the addresses of the test", errno: .notSupported)
      }
      try route.addAddress(prefix, to: end)
      try route.setPermanentNeighbour(address, hardware, interface: end)
    }
    // An end that is not operational yet swallows what is sent to it; a busy kernel takes its time.
    let deadline = MonotonicClock.now() + 30_000_000_000
    for (name, route) in [("side.c", linkRoute), ("side.n", linkRoute), ("end", clientRoute), ("end", networkRoute)] {
      while try route.link(named: name)?.operationalState != .up {
        guard MonotonicClock.now() < deadline else { throw SystemError("wait for \(name) to be up", errno: .timedOut) }
        Wait.sleep(nanoseconds: 100_000)
      }
    }
    clientTap = try await client.perform { [clientEnd] in try FrameTap(interfaceIndex: clientEnd) }
    networkTap = try await network.perform { try FrameTap(interfaceIndex: networkEnd) }
    (relay, receiveBufferBytes) = try await link.perform { [clientSide] in
      let near = try SuperFrameSocket(interfaceIndex: clientSide)
      let far = try SuperFrameSocket(interfaceIndex: networkSide)
      let relay = try RelayLoop(clientSide: near, networkSide: far, seed: seed, conditions: conditions, upTo: most)
      return (relay, near.receiveBufferBytes)
    }
  }

  /// The uplink's counters, once they are what is waited for, or as they are after 5 s.
  func uplinkCounters(when isReached: (LaneCounters) -> Bool) -> LaneCounters {
    let deadline = MonotonicClock.now() + 5_000_000_000
    var counters = relay.counters().uplink
    while !isReached(counters), MonotonicClock.now() < deadline {
      Wait.sleep(nanoseconds: 1_000_000)
      counters = relay.counters().uplink
    }
    return counters
  }

  /// Takes the client's carrier away, or gives it back.
  func setCarrier(_ isUp: Bool) throws { try linkRoute.setLink(clientSide, up: isUp) }

  /// Sets the client's own interface administratively down or up.
  func setClient(_ isUp: Bool) throws { try clientRoute.setLink(clientEnd, up: isUp) }

  /// Only the test's own traffic: the kernel says nothing by itself.
  private static func prepare() throws -> RouteSocket {
    for family in ["all", "default"] where KernelSetting.exists("net/ipv6/conf/\(family)/disable_ipv6") {
      try KernelSetting.write("net/ipv6/conf/\(family)/disable_ipv6", "1")
    }
    return try RouteSocket()
  }

  private static func setSenderOffloads() throws {
    try InterfaceFeatures.set(
      "end",
      [
        "tx-checksum-ip-generic": false, "tx-tcp-segmentation": false, "tx-tcp6-segmentation": false,
        "tx-generic-segmentation": false, "tx-udp-segmentation": false, "rx-gro": true,
      ])
  }

  private static func index(_ name: String, _ route: RouteSocket) throws -> Int32 {
    guard let link = try route.link(named: name) else { throw SystemError("find \(name)", errno: .noSuchDevice) }
    return link.index
  }
}

import LinuxSystem
import Netlink
import Origin
import TestSupport
import Testing

@testable import ReachabilityKit

/// The kinds, the challenge, races and interfaces, against servers in namespaces.
@Suite(
  "A probe in namespaces",
  .makesNamespaces)
struct LiveProbeKindsTests {
  static let both = ["2001:db8::1", "203.0.113.1"]

  /// Nothing but what a test adds; misses end within the test's deadlines.
  static func bare(_ targets: [String]) -> ProbeConfiguration {
    var configuration = ReachabilityProbeTests.fast(targets)
    configuration.echo = .off
    configuration.tcpInterval = .milliseconds(50)
    configuration.httpTimeout = .milliseconds(500)
    configuration.tcpTimeout = .milliseconds(500)
    return configuration
  }

  @Test("TCP: connected is a reply, a closed port refused")
  func tcp() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.both)
    let server = try TestServer(
      in: loopback.namespace, connections: SocketAddress(ip: "203.0.113.1", port: 8080), answer: [])
    defer { server.stop() }
    for (port, outcome, status) in [(UInt16(8080), ProbeOutcome.reply, ProbeStatus.online), (8081, .refused, .offline)]
    {
      let log = ProbeLog()
      var configuration = Self.bare(["203.0.113.1"])
      configuration.tcpPort = port
      configuration.decidingKinds = [.tcp]
      let probe = try log.probe(in: loopback.namespace, configuration)
      probe.start()
      try await waitUntil("the status for port \(port)") { log.statuses == [status] }
      probe.cancel()
      #expect(log.results.allSatisfy { $0.kind == .tcp && $0.target == "203.0.113.1:\(port)" && $0.outcome == outcome })
    }
  }

  @Test("the origin meets the challenge; a server that answers 204 to everything is a portal")
  func challenge() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.both)
    let origin = try await OriginServers.start(in: loopback.namespace, addresses: Self.both, names: [:])
    defer { origin.stop() }
    let liar = try TestServer(
      in: loopback.namespace, connections: SocketAddress(ip: "203.0.113.1", port: 8080),
      answer: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
    defer { liar.stop() }
    for (port, outcome, status) in [(UInt16(80), ProbeOutcome.reply, ProbeStatus.online), (8080, .portal, .offline)] {
      let log = ProbeLog()
      var configuration = Self.bare(["203.0.113.1"])
      configuration.probesHTTP = true
      configuration.httpPort = port
      configuration.http.isChallenged = true
      configuration.decidingKinds = [.http]
      let probe = try log.probe(in: loopback.namespace, configuration)
      probe.start()
      try await waitUntil("the status of port \(port)") { log.statuses == [status] }
      probe.cancel()
      #expect(log.results.allSatisfy { $0.outcome == outcome })
    }
  }

  @Test("UDP echo is used where it is asked for, and ICMP only is refused where the kernel forbids it")
  func echoes() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.both)
    try await loopback.namespace.perform { try Users.forbidEcho() }
    var configuration = ReachabilityProbeTests.fast(["203.0.113.1"])
    configuration.echo = .icmp
    let error = #expect(throws: SystemError.self) { _ = try ProbeLog().probe(in: loopback.namespace, configuration) }
    #expect(error?.description.contains("ping_group_range") == true)

    try await ReachabilityProbeTests.allowEcho(loopback)
    let server = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 7)
    ) { [(Int64(0), $0)] }
    defer { server.stop() }
    configuration.echo = .udp
    let log = ProbeLog()
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("three replies") { log.results.count >= 3 }
    probe.cancel()
    #expect(log.results.allSatisfy { $0.kind == .udpEcho && $0.outcome == .reply })
  }

  @Test(
    "of two families the one that is refused gives way at once, and the other decides",
    arguments: ["2001:db8::1", "203.0.113.1"])
  func race(serving: String) async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.both)
    let server = try TestServer(
      in: loopback.namespace, connections: SocketAddress(ip: serving, port: 8080), answer: [])
    defer { server.stop() }
    let log = ProbeLog()
    var configuration = Self.bare(Self.both)
    configuration.tcpPort = 8080
    configuration.targetRule = .any
    configuration.decidingKinds = [.tcp]
    // Longer than the test waits: without the turn given on, nothing would be asked.
    configuration.headStart = .seconds(60)
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("five replies") { log.results.filter { $0.outcome == .reply }.count >= 5 }
    probe.cancel()
    #expect(log.statuses == [.online])
    let refused = log.results.filter { $0.outcome == .refused }
    #expect(refused.allSatisfy { !$0.target.contains(serving) })
    // The first address in the list is asked first, and the other one only where that has failed.
    #expect(refused.isEmpty == (serving == Self.both[0]))
  }

  @Test("a silent first address costs the head start, and no answer of any costs being online")
  func silent() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.both)
    let server = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 7)
    ) { [(Int64(0), $0)] }
    defer { server.stop() }
    let mute = try TestServer(in: loopback.namespace, datagrams: SocketAddress(ip: "2001:db8::1", port: 7)) { _ in [] }
    defer { mute.stop() }
    let log = ProbeLog()
    var configuration = ReachabilityProbeTests.fast(Self.both)
    configuration.echo = .udp
    configuration.targetRule = .any
    configuration.headStart = .milliseconds(100)
    configuration.timeout = .milliseconds(1000)
    configuration.lateness = .milliseconds(1000)
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("five replies") { log.results.filter { $0.outcome == .reply }.count >= 5 }
    #expect(log.statuses == [.online])
    let first = try #require(log.results.first { $0.outcome == .reply })
    let asked = log.sent.values.map(\.time).min() ?? 0
    #expect(first.sent - asked >= 100_000_000)
    server.stop()
    try await waitUntil("offline") { log.statuses.last == .offline }
    probe.cancel()
  }

  @Test("by an interface that the routes do not choose, and again by the one that took its name")
  func interface() async throws {
    let network = try await LiveNetwork(second: true)
    try await network.client.perform { try Users.allowEcho() }
    var configuration = ReachabilityProbeTests.fast(["192.0.2.1"])
    try network.ipFar("address add 192.0.2.1/24 dev far2")
    let log = ProbeLog()
    // 192.0.2.1 is on the far end of eth0; wlan0 has the better metric.
    configuration.interface = "eth0"
    let probe = try log.probe(in: network.client, configuration)
    probe.start()
    try await waitUntil("online by eth0") { log.statuses == [.online] }
    try network.ip("link del eth0")
    try await waitUntil("offline without it") { log.statuses.last == .offline }
    try network.ip(
      "link add eth0 index 90 type veth peer name far9 netns /proc/\(ProcessTable.ownNumber)/fd/\(network.far.descriptor)"
    )
    try network.ipFar("link set far9 up")
    try network.ipFar("address add 192.0.2.1/24 dev far9")
    try network.ip("link set eth0 up")
    try network.ip("address add 192.0.2.2/24 dev eth0")
    try network.ip("route add default via 192.0.2.1 dev eth0 metric 200")
    try await waitUntil("online by the new eth0") { log.statuses.last == .online }
    probe.cancel()
  }

  @Test("an interface that is not there is refused when the probe is made", arguments: [EchoChoice.icmpOrUDP, .off])
  func noInterface(echo: EchoChoice) async throws {
    let loopback = try await LoopbackNamespace()
    var configuration = ReachabilityProbeTests.fast(["203.0.113.1"], probesHTTP: true)
    configuration.echo = echo
    configuration.interface = "nosuch0"
    let error = #expect(throws: SystemError.self) { _ = try ProbeLog().probe(in: loopback.namespace, configuration) }
    #expect(error?.description.contains("nosuch0") == true && error?.description.contains("'ip link'") == true)
  }

  @Test("asked to, it probes at once and forgets what it knew")
  func again() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    try await ReachabilityProbeTests.allowEcho(loopback)
    let log = ProbeLog()
    var configuration = ReachabilityProbeTests.fast(["203.0.113.1"])
    // Longer than the test takes.
    configuration.interval = .seconds(600)
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("the first answer") { log.results.count == 1 }
    probe.probeAgain()
    try await waitUntil("the second") { log.results.count == 2 }
    #expect(log.statuses == [.online])
    probe.probeAgain(forgetting: true)
    try await waitUntil("online from nothing") { log.decisions.count == 2 }
    probe.cancel()
    #expect(log.decisions.map(\.decision.from) == [nil, nil])
  }

  @Test("decisions come as a sequence, which ends the probe when it is let go")
  func sequence() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    try await ReachabilityProbeTests.allowEcho(loopback)
    var statuses: [ProbeStatus] = []
    for try await decision in ReachabilityProbe.decisions(
      in: loopback.namespace, configuration: ReachabilityProbeTests.fast(["203.0.113.1"]))
    {
      statuses.append(decision.to)
      if decision.to == .offline { break }
      try await loopback.remove("203.0.113.1")
    }
    #expect(statuses == [.online, .offline])
    let inode = loopback.namespace.inode
    // The namespace's own thread and descriptor stay; that of the probe goes.
    try await waitUntil("the probe's thread is gone") { ProcessTable.ownHolds(ofNetwork: inode) <= 2 }
    await #expect(throws: SystemError.self) {
      for try await _ in ReachabilityProbe.decisions(
        in: loopback.namespace, configuration: ReachabilityProbeTests.fast(["origin.test"]))
      {}
    }
  }
}

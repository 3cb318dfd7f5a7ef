import LinuxSystem
import Origin
import Synchronization
import TestSupport
import Testing

@testable import ReachabilityKit

@Suite struct ReachabilityProbeTests {
  static let addresses = ["203.0.113.1", "2001:db8::1"]
  /// Fast enough for a test: a reply over loopback takes far less than a millisecond.
  static func fast(_ targets: [String], dns: String? = nil, probesHTTP: Bool = false) -> ProbeConfiguration {
    ProbeConfiguration(
      targets: targets, dnsServer: dns, probesHTTP: probesHTTP, interval: .milliseconds(50), timeout: .seconds(2),
      httpInterval: .milliseconds(100), dnsInterval: .milliseconds(100))
  }

  static func allowEcho(_ loopback: LoopbackNamespace) async throws {
    try await loopback.namespace.perform { try Users.allowEcho() }
  }

  @Test("a target that answers is online, by echo over both families, HTTP and DNS")
  func online() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.addresses)
    try await Self.allowEcho(loopback)
    let origin = try await OriginServers.start(
      in: loopback.namespace, addresses: Self.addresses, names: ["origin.test": Self.addresses])
    defer { origin.stop() }
    let log = ProbeLog()
    let probe = try log.probe(
      in: loopback.namespace, Self.fast(Self.addresses, dns: Self.addresses[0], probesHTTP: true))
    probe.start()
    try await waitUntil("five results of every kind and family") {
      let results = log.results
      return ["203.0.113.1", "2001:db8::1", "203.0.113.1:80", "203.0.113.1:53"].allSatisfy { target in
        results.filter { $0.target == target }.count >= 5
      }
    }
    probe.cancel()
    #expect(log.statuses == [.online])
    let results = log.results
    #expect(results.allSatisfy { $0.outcome == .reply && $0.rtt != nil && $0.ended >= $0.sent })
    #expect(Set(results.map(\.kind)) == [.icmpEcho, .http, .dns])
    // Every result is of a probe that was told before, with the same time of sending.
    let sent = log.sent
    #expect(results.allSatisfy { sent[$0.sequence]?.time == $0.sent && sent[$0.sequence]?.kind == $0.kind })
    #expect(Set(results.map(\.sequence)).count == results.count)
    let first = try #require(log.decisions.first)
    #expect(first.decision.from == nil)
    #expect(first.decision.decided >= first.decision.firstEvidenceSent)
    #expect(first.delivered >= first.decision.decided)
  }

  @Test("IPv6 alone is enough, and DNS is then asked for AAAA")
  func onlyIPv6() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["2001:db8::1"])
    try await Self.allowEcho(loopback)
    let origin = try await OriginServers.start(
      in: loopback.namespace, addresses: ["2001:db8::1"], names: ["origin.test": ["2001:db8::1"]])
    defer { origin.stop() }
    let log = ProbeLog()
    let probe = try log.probe(
      in: loopback.namespace, Self.fast(["2001:db8::1"], dns: "2001:db8::1", probesHTTP: true))
    probe.start()
    try await waitUntil("a result of every kind") { Set(log.results.map(\.kind)) == [.icmpEcho, .http, .dns] }
    probe.cancel()
    #expect(log.results.allSatisfy { $0.outcome == .reply })
  }

  @Test("without a route the echoes are unreachable at once, offline follows, and a route brings online back")
  func unreachable() async throws {
    let loopback = try await LoopbackNamespace()
    try await Self.allowEcho(loopback)
    let log = ProbeLog()
    let probe = try log.probe(in: loopback.namespace, Self.fast(["203.0.113.1"], dns: "203.0.113.1", probesHTTP: true))
    probe.start()
    try await waitUntil("offline") { log.statuses == [.offline] }
    let offline = try #require(log.decisions.first).decision
    #expect(offline.sequences.count == 3)
    #expect(log.results.allSatisfy { $0.outcome == .unreachable })
    // At once: long before the timeout of 2 s. Three echoes at an interval of 50 ms.
    #expect(offline.decided - offline.firstEvidenceSent < 1_000_000_000)
    try await loopback.add("203.0.113.1")
    try await waitUntil("online") { log.statuses == [.offline, .online] }
    // Nothing serves HTTP and DNS there: refused, which takes nothing from being online.
    try await waitUntil("refusals") {
      Set(log.results.filter { $0.outcome == .refused }.map(\.kind)) == [.http, .dns]
    }
    probe.cancel()
    #expect(log.statuses == [.offline, .online])
  }

  @Test("where ICMP echo sockets are forbidden UDP echo is used, and said")
  func fallback() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.addresses)
    // "1 0" contains no group; it is what the kernel gives a new namespace.
    try await loopback.namespace.perform { try Users.forbidEcho() }
    let origin = try await OriginServers.start(in: loopback.namespace, addresses: Self.addresses, names: [:])
    defer { origin.stop() }
    let log = ProbeLog()
    let probe = try log.probe(in: loopback.namespace, Self.fast(Self.addresses))
    probe.start()
    try await waitUntil("three results of both families") { log.results.count >= 6 }
    probe.cancel()
    #expect(log.results.allSatisfy { $0.kind == .udpEcho && $0.outcome == .reply })
    #expect(Set(log.results.map(\.target)) == ["203.0.113.1:7", "[2001:db8::1]:7"])
    #expect(log.statuses == [.online])
  }

  @Test("echoes overlap, and an answer after 840 ms is matched to its own request")
  func overlap() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    let delay: Int64 = 840_000_000
    let server = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 7)
    ) { [(delay, $0)] }
    defer { server.stop() }
    let log = ProbeLog()
    let probe = try log.probe(in: loopback.namespace, Self.fast(["203.0.113.1"]))
    probe.start()
    try await waitUntil("ten replies") { log.results.count >= 10 }
    probe.cancel()
    for result in log.results {
      #expect(result.outcome == .reply)
      // The delay is a floor; above it there is the scheduler, within the timeout.
      #expect(try #require(result.rtt) >= delay)
    }
    #expect(log.results.map(\.sequence) == log.results.map(\.sequence).sorted())
    // Sixteen are under way at an interval of 50 ms; on the busiest machine more than one.
    let first = try #require(log.results.first)
    #expect(log.sent.values.filter { $0.time < first.ended }.count >= 2)
    #expect(log.statuses.first == .online)
  }

  @Test("an answer after the timeout is reported as late, for its own request, and decides nothing")
  func late() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    let delay: Int64 = 600_000_000
    let server = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 7)
    ) { [(delay, $0)] }
    defer { server.stop() }
    let log = ProbeLog()
    var configuration = Self.fast(["203.0.113.1"])
    configuration.timeout = .milliseconds(200)
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("five late answers") { log.results.filter(\.isLate).count >= 5 }
    probe.cancel()
    #expect(log.statuses == [.offline])
    let timeouts = log.results.filter { $0.outcome == .timeout }
    for late in log.results.filter(\.isLate) {
      #expect(late.outcome == .reply)
      #expect(try #require(late.rtt) >= delay)
      #expect(timeouts.contains { $0.sequence == late.sequence && $0.sent == late.sent })
    }
    // Each probe ends once, and the late answers come on top.
    #expect(log.results.allSatisfy { $0.isLate || $0.outcome == .timeout })
    #expect(Set(timeouts.map(\.sequence)).count == timeouts.count)
  }

  @Test("an answer with another one's nonce, or to nothing that was asked, is no reply")
  func foreign() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    let server = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 7)
    ) { bytes in
      var other = bytes
      other[0] ^= 1
      return [(0, other), (0, Array(bytes.dropLast())), (0, bytes.dropLast(8) + [UInt8](repeating: 0xEE, count: 8))]
    }
    defer { server.stop() }
    let log = ProbeLog()
    var configuration = Self.fast(["203.0.113.1"])
    configuration.timeout = .milliseconds(200)
    let probe = try log.probe(in: loopback.namespace, configuration)
    probe.start()
    try await waitUntil("offline") { log.statuses == [.offline] }
    probe.cancel()
    #expect(log.results.allSatisfy { $0.outcome == .timeout })
  }

  @Test(
    "a portal's page and redirect are a portal, and a server that never answers times out",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlogin", ProbeOutcome.portal),
      ("HTTP/1.1 302 Found\r\nLocation: http://203.0.113.1/generate_204\r\n\r\n", .portal),
      ("HTTP/1.1 204 No Content\r\n\r\n", .reply), ("", .refused),
    ])
  func portal(answer: String, outcome: ProbeOutcome) async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    let server = try TestServer(
      in: loopback.namespace, connections: SocketAddress(ip: "203.0.113.1", port: 80), answer: Array(answer.utf8))
    defer { server.stop() }
    let log = ProbeLog()
    let probe = try log.probe(in: loopback.namespace, Self.fast(["203.0.113.1"], probesHTTP: true))
    probe.start()
    try await waitUntil("two HTTP results") { log.results.filter { $0.kind == .http }.count >= 2 }
    probe.cancel()
    #expect(log.results.filter { $0.kind == .http }.allSatisfy { $0.outcome == outcome })
  }

  @Test("DNS that never answers times out, and NXDOMAIN is a failure of DNS")
  func dns() async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.addresses)
    let silent = try TestServer(
      in: loopback.namespace, datagrams: SocketAddress(ip: "203.0.113.1", port: 5353)
    ) { _ in [] }
    defer { silent.stop() }
    let origin = try await OriginServers.start(in: loopback.namespace, addresses: Self.addresses, names: [:])
    defer { origin.stop() }
    for (port, outcome) in [(UInt16(53), ProbeOutcome.dnsFailure), (5353, .timeout)] {
      let log = ProbeLog()
      var configuration = Self.fast(["203.0.113.1"], dns: "203.0.113.1")
      configuration.dnsPort = port
      if outcome == .timeout { configuration.dnsTimeout = .milliseconds(150) }
      let probe = try log.probe(in: loopback.namespace, configuration)
      probe.start()
      try await waitUntil("two DNS results") { log.results.filter { $0.kind == .dns }.count >= 2 }
      probe.cancel()
      #expect(log.results.filter { $0.kind == .dns }.allSatisfy { $0.outcome == outcome })
    }
  }

  @Test("nothing is sent before start, nothing told after cancel, and both may come twice")
  func lifecycle() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    try await Self.allowEcho(loopback)
    let log = ProbeLog()
    let unused = try log.probe(in: loopback.namespace, Self.fast(["203.0.113.1"]))
    unused.cancel()
    unused.start()
    unused.cancel()
    #expect(log.count == 0)
    let probe = try log.probe(in: loopback.namespace, Self.fast(["203.0.113.1"]))
    probe.start()
    probe.start()
    try await waitUntil("two results") { log.results.count >= 2 }
    probe.cancel()
    // The thread has been joined: whatever is told now would be told by nobody.
    let count = log.count
    probe.cancel()
    #expect(log.count == count)
    #expect(log.statuses == [.online])
  }

  @Test("cancelling from a callback does not wait for itself")
  func cancelInside() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["203.0.113.1"])
    try await Self.allowEcho(loopback)
    let holder = Mutex<ReachabilityProbe?>(nil)
    let calls = Atomic(0)
    let box = Box(holder: holder, calls: calls)
    let probe = try ReachabilityProbe(
      in: loopback.namespace, configuration: Self.fast(["203.0.113.1"]),
      onDecision: { _, _ in
        box.calls.add(1, ordering: .relaxed)
        box.holder.withLock { $0 }?.cancel()
      })
    box.holder.withLock { $0 = probe }
    probe.start()
    try await waitUntil("the decision") { box.calls.load(ordering: .relaxed) == 1 }
    probe.cancel()
    box.holder.withLock { $0 = nil }
    #expect(box.calls.load(ordering: .relaxed) == 1)
  }

  private final class Box: Sendable {
    let holder: Mutex<ReachabilityProbe?>
    let calls: Atomic<Int>
    init(holder: consuming Mutex<ReachabilityProbe?>, calls: consuming Atomic<Int>) {
      self.holder = holder
      self.calls = calls
    }
  }

  @Test("a target that is no address is refused when the probe is made")
  func badTarget() async throws {
    let loopback = try await LoopbackNamespace()
    let error = #expect(throws: SystemError.self) {
      _ = try ProbeLog().probe(in: loopback.namespace, Self.fast(["origin.test"]))
    }
    #expect(error?.description.contains("'origin.test'") == true)
  }
}

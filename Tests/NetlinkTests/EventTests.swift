import LinuxSystem
import TestSupport
import Testing

@testable import Netlink

@Suite("Events, live")
struct EventTests {
  /// Reads until `condition` holds of all that was read so far; events arrive within the request that causes them, but
  /// those about carrier come from a work queue.
  private func events(
    _ socket: EventSocket, _ description: String, until condition: ([NetlinkEvent]) -> Bool
  ) async throws -> [NetlinkEvent] {
    var all: [NetlinkEvent] = []
    try await waitUntil(description) {
      all += try socket.read()
      return condition(all)
    }
    return all
  }

  @Test("a quiet socket has nothing and does not wait")
  func quiet() throws {
    let bench = try VethBench(up: false)
    let socket = try bench.namespace.performBlocking { try EventSocket(groups: Set(EventSocket.Group.allCases)) }
    #expect(try socket.read() == [])
  }

  @Test("links, addresses, routes and qdiscs announce what they become and that they go")
  func everything() async throws {
    let bench = try VethBench(up: false)
    let socket = try bench.namespace.performBlocking { try EventSocket(groups: Set(EventSocket.Group.allCases)) }
    for index in [bench.a, bench.b] { try bench.route.setLink(index, up: true) }
    _ = try await events(socket, "the link is up") {
      $0.contains { event in
        guard case .linkChanged(let link) = event else { return false }
        return link.index == bench.a && link.operationalState == .up && link.carrier == true
      }
    }

    let prefix = try #require(IPPrefix("192.0.2.2/24"))
    let gateway = try #require(IPAddress("192.0.2.1"))
    try bench.route.addAddress(prefix, to: bench.a)
    try bench.route.addRoute(destination: nil, gateway: gateway, interface: bench.a, metric: 7)
    try bench.route.addQdisc(.blackhole, to: bench.a, parent: .root, handle: TrafficHandle(1))
    let facts = try #require(try bench.route.routes().first { $0.metric == 7 })
    let address = try #require(try bench.route.addresses().first { $0.prefix == prefix })
    let added = try await events(socket, "the qdisc is announced") {
      $0.contains { if case .qdiscChanged(let qdisc) = $0 { qdisc.kind == "blackhole" } else { false } }
    }
    #expect(added.contains(.addressChanged(address)))
    #expect(added.contains(.routeChanged(facts)))

    try bench.route.removeQdisc(interface: bench.a, parent: .root)
    try bench.route.removeRoute(destination: nil, gateway: gateway, interface: bench.a, metric: 7)
    try bench.route.removeAddress(prefix, from: bench.a)
    try bench.route.removeLink(bench.a)
    let removed = try await events(socket, "both links are gone") {
      $0.count { if case .linkRemoved = $0 { true } else { false } } == 2
    }
    #expect(removed.contains { if case .qdiscRemoved(let qdisc) = $0 { qdisc.kind == "blackhole" } else { false } })
    #expect(removed.contains(.routeRemoved(facts)))
    #expect(removed.contains { if case .addressRemoved(let gone) = $0 { gone.prefix == prefix } else { false } })
  }

  @Test("groups that were not asked for are not heard")
  func groups() throws {
    let bench = try VethBench(up: false)
    let socket = try bench.namespace.performBlocking { try EventSocket(groups: [.qdiscs]) }
    try bench.route.setName(bench.a, "other0")
    #expect(try socket.read() == [])
  }

  @Test("a port that leaves its bridge is not an interface that is gone")
  func bridgePort() throws {
    let bench = try VethBench()
    try bench.shell("ip", "link", "add", "bridge0", "type", "bridge")
    let socket = try bench.namespace.performBlocking { try EventSocket(groups: [.links]) }
    try bench.shell("ip", "link", "set", "dev", "a", "master", "bridge0")
    let bridge = try VethBench.index("bridge0", bench.route)
    #expect(try bench.route.link(named: "a")?.masterIndex == bridge)
    try bench.shell("ip", "link", "set", "dev", "a", "nomaster")
    let events = try socket.read()
    #expect(events.contains(.other(type: 17)), "the kernel's RTM_DELLINK of the bridge family")
    #expect(!events.contains { if case .linkRemoved = $0 { true } else { false } })
  }

  @Test("events lost to a full buffer are an overrun, and later ones are heard again")
  func overrun() async throws {
    let bench = try VethBench(up: false)
    // The kernel's least; an announcement of a link takes more than half of it.
    let socket = try bench.namespace.performBlocking { try EventSocket(groups: [.links], receiveBuffer: 1) }
    for number in 0..<20 { try bench.route.setName(bench.a, "name\(number)") }
    let events = try socket.read()
    #expect(events.contains(.overrun))
    #expect(events.count < 20)

    try bench.route.setName(bench.a, "after0")
    let after = try socket.read()
    #expect(after.contains { if case .linkChanged(let link) = $0 { link.name == "after0" } else { false } })
    #expect(!after.contains(.overrun))
  }

  @Test("a namespace hears only itself")
  func otherNamespaces() throws {
    let (here, there) = (try VethBench(up: false), try VethBench(up: false))
    let socket = try here.namespace.performBlocking { try EventSocket(groups: [.links]) }
    try there.route.setName(there.a, "elsewhere0")
    #expect(try socket.read() == [])
  }

  @Test("a namespace with three hundred links is listed whole")
  func manyLinks() throws {
    let bench = try VethBench(up: false)
    for number in 0..<149 { try bench.route.addVethPair(VethEnd(name: "x\(number)"), VethEnd(name: "y\(number)")) }
    // 149 pairs, the bench's own, and lo: more than one read's worth of answers.
    #expect(try bench.route.links().count == 301)
  }
}

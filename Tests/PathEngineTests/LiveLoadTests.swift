import LinuxSystem
import Netlink
import PathEngine
import Synchronization
import TestSupport
import Testing

/// What a monitor does with much, and with what goes away.
@Suite(
  "A path monitor under load",
  .makesNamespaces)
struct LiveLoadTests {
  /// Counts what reading costs.
  private final class CountingSource: PathSource {
    private let base: LivePathSource
    private let took = Mutex<[Int64]>([])
    private let tookAtOnce = Mutex<[Int64]>([])

    init(_ base: LivePathSource) { self.base = base }

    var all: [Int64] { took.withLock { $0 } }
    var atOnce: [Int64] { tookAtOnce.withLock { $0 } }
    var descriptor: Int32 { base.descriptor }
    func events() throws -> [NetlinkEvent] { try base.events() }

    func snapshot() throws -> NetworkSnapshot {
      let began = MonotonicClock.now()
      defer { took.withLock { $0.append(MonotonicClock.now() - began) } }
      return try base.snapshot()
    }

    func snapshotAtOnce() throws -> NetworkSnapshot {
      let began = MonotonicClock.now()
      defer { tookAtOnce.withLock { $0.append(MonotonicClock.now() - began) } }
      return try base.snapshotAtOnce()
    }
  }

  private static func addRoutes(_ network: LiveNetwork, _ range: Range<Int>, remove: Bool = false) throws {
    let socket = try network.client.performBlocking { try RouteSocket() }
    let wlan0 = try #require(try socket.link(named: "wlan0")).index
    let gateway = try #require(IPAddress("192.0.1.1"))
    for number in range {
      let prefix = try #require(IPPrefix("10.\(number / 256).\(number % 256).0/24"))
      if remove {
        try socket.removeRoute(destination: prefix, gateway: gateway, interface: wlan0, metric: 0)
      } else {
        try socket.addRoute(destination: prefix, gateway: gateway, interface: wlan0, metric: 0)
      }
    }
  }

  @Test("of 4000 routes 512 and the default routes are kept, and what is left out is said")
  func longTable() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      let before = try network.source().snapshot()
      #expect(before.routesLeftOut == 0)
      try LiveLoadTests.addRoutes(network, 0..<4000)
      let source = try network.source()
      let snapshot = try source.snapshot()
      #expect(snapshot.routes.count + snapshot.routesLeftOut == before.routes.count + 4000)
      // The default routes of both families may come on top.
      #expect((512...514).contains(snapshot.routes.count))
      let defaults = snapshot.routes.filter { $0.destination == nil && $0.table == 254 }
      #expect(Set(defaults.map(\.family)) == [.ipv4, .ipv6])
      #expect(
        NetworkPath(snapshot, overrides: LiveNetwork.overrides) == NetworkPath(before, overrides: LiveNetwork.overrides)
      )
      // What is not kept is asked of the kernel.
      guard case .route(let route) = source.answer(to: try #require(IPAddress("10.15.100.7"))) else {
        Issue.record("there is no route")
        return
      }
      #expect(route.destination?.description == "10.15.100.0/24")
    }
  }

  @Test(
    "looks at a long table, and those without it, cost a fifth of the time of a flood each at most, and a lost carrier is still told"
  )
  func flood() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      try LiveLoadTests.addRoutes(network, 0..<3000)
      let source = CountingSource(try network.source())
      let inbox = Inbox()
      let monitor = try inbox.monitor(source, LiveNetwork.overrides)
      try monitor.start()
      _ = try await inbox.update(0)
      let began = MonotonicClock.now()
      try LiveLoadTests.addRoutes(network, 3000..<6000)
      try LiveLoadTests.addRoutes(network, 3000..<6000, remove: true)
      let took = MonotonicClock.now() - began
      let looks = source.all.dropFirst()
      // Looks get a fifth of the time; the last one may have begun just now.
      // 50 ms may have been saved up before.
      #expect(looks.dropLast().reduce(0, +) * 5 <= took + 50_000_000)
      #expect(source.atOnce.dropLast().reduce(0, +) * 5 <= took + 50_000_000)
      try LiveLoadTests.addRoutes(network, 6000..<6001)
      // The way is told from what is asked of the kernel, and the table is read after all.
      try await waitUntil("the table is read again") { source.all.count > looks.count + 1 }
      try network.ipFar("link set far1 down")
      let lost = try await inbox.update(after: 1, "the loss is said") { $0.status == .unsatisfied }
      #expect(lost.new.reason == "wlan0 has no carrier")
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }

  @Test("an interface that goes and one that takes its name are followed")
  func interface() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, first) = try await LiveNetwork.followed()
      try network.ip("link del wlan0")
      _ = try await inbox.update(after: 1, "the loss is said") { $0.status == .unsatisfied }
      let count = inbox.updates.count
      try network.ip(
        "link add wlan0 index 50 type veth peer name far9 netns /proc/\(ProcessTable.ownNumber)/fd/\(network.far.descriptor)"
      )
      try network.ipFar("link set far9 up")
      try network.ip("link set wlan0 up")
      try network.ip("address add 192.0.1.2/24 dev wlan0")
      try network.ip("route add default via 192.0.1.1 dev wlan0")
      let back = try await inbox.update(after: count, "the new one is said") { $0.status == .satisfied }
      #expect(back.new.interfaces.map(\.name) == ["wlan0"] && back.new.interfaces != first.new.interfaces)
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }

  @Test("when its namespaces go, the loss is told and the monitor lives on")
  func namespace() async {
    await #expect(processExitsWith: .success) {
      let inbox = Inbox()
      let source = try await {
        let network = try await LiveNetwork()
        return try network.source()
      }()
      // Nobody but the source's sockets holds the client's namespace now, and nobody the far one.
      let monitor = try inbox.monitor(source, LiveNetwork.overrides)
      try monitor.start()
      _ = try await inbox.update(after: 0, "the loss is said") { $0.status == .unsatisfied }
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }

  @Test("a policy rule that takes the way is seen, although no link, address or route changes")
  func rule() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, first) = try await LiveNetwork.followed()
      // Other than a route, an unreachable rule is ENETUNREACH.
      for (kind, reason) in [
        ("prohibit", "the route is prohibited by policy"), ("unreachable", "no route"),
        ("blackhole", "the route is a blackhole"),
      ] {
        let count = inbox.updates.count
        try network.ip("rule add \(kind) pref 10")
        try network.ip("-6 rule add \(kind) pref 10")
        let lost = try await inbox.update(after: count, "\(kind) is said") { $0.status == .unsatisfied }
        #expect(lost.new.reason == reason)
        #expect(lost.events.contains { $0.what == "a policy rule" && $0.after == "added" })
        let lossCount = inbox.updates.count
        try network.ip("rule del pref 10")
        let back = try await inbox.update(after: lossCount, "the way back is said") { $0.supportsIPv4 }
        #expect(back.events.contains { $0.what == "a policy rule" && $0.after == nil })
        try network.ip("-6 rule del pref 10")
        _ = try await inbox.update(after: lossCount, "all is as before") { $0 == first.new }
      }
      monitor.cancel()
    }
  }
}

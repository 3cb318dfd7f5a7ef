import Netlink
import PathEngine
import ReachabilityKit
import Synchronization
import SystemConfiguration
import TestSupport
import Testing

@Suite("Reachability")
struct ReachabilityTests {
  /// What the thread with the run loop and the test tell each other.
  final class Loop: Sendable {
    let isStarted = Atomic(false)
    let mustEnd = Atomic(false)
    let turns = Atomic(0)
  }

  let queue = DispatchQueue(label: "test")
  let observed = Observed(.reachabilityDidChange) { ($0.object as? Reachability)?.currentReachabilityStatus }

  @Test("posts each change of the status with itself as object, and nothing after stop")
  func changes() throws {
    let script = try ScriptedNetwork([.wifi()])
    let reachability = try #require(
      script.use { Reachability.networkReachabilityForInternetConnection(center: observed.center) })
    #expect(reachability.currentReachabilityStatus == .reachableViaWiFi && reachability.isReachable)
    #expect(reachability.startNotifier(on: queue))
    #expect(!reachability.startNotifier(on: queue))
    queue.sync {}
    #expect(observed.received.all.isEmpty)
    script.change { $0.interfaces = [.cellular()] }
    queue.sync {}
    // The same status by other flags is no change.
    script.change { $0["tun0"] = .tunnel() }
    queue.sync {}
    script.change { $0.interfaces = [] }
    queue.sync {}
    #expect(observed.received.all == [.reachableViaWWAN, .notReachable])
    reachability.stopNotifier()
    reachability.stopNotifier()
    script.change { $0.interfaces = [.wifi()] }
    queue.sync {}
    #expect(observed.received.all.count == 2 && reachability.isReachable)
    #expect(reachability.startNotifier(on: queue, emitsInitial: true))
    queue.sync {}
    queue.sync {}
    #expect(observed.received.all.last == .reachableViaWiFi && observed.received.all.count == 3)
    reachability.stopNotifier()
  }

  @Test("the local network is asked for in network order: 169.254.0.0, not 0.0.254.169")
  func localWiFi() throws {
    let script = try ScriptedNetwork([.cellular()])
    let local = try #require(script.use { Reachability.networkReachabilityForLocalWiFi(center: observed.center) })
    // 0.0.254.169 would be reachable over the mobile network.
    #expect(local.flags == [] && !local.isReachable)
    script.change { $0["wlan0"] = .wifi() }
    #expect(local.flags == [.reachable, .isDirect])
  }

  @Test("an address is taken as it is, another family is refused")
  func address() throws {
    let script = try ScriptedNetwork([.wifi()])
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "192.0.2.2", &address.sin_addr)
    let own = try #require(script.use { Reachability(hostAddress: address) })
    #expect(own.flags == [.reachable, .isLocalAddress])
    address.sin_family = sa_family_t(AF_UNIX)
    #expect(script.use { Reachability(hostAddress: address) } == nil)
  }

  @Test("a URL is no host name")
  func url() throws {
    let script = try ScriptedNetwork([.wifi()])
    #expect(script.use { Reachability(hostName: "https://origin.test") } == nil)
    #expect(script.use { Reachability(hostName: "origin.test") } != nil)
  }

  @Test("a name that does not resolve becomes unreachable")
  func name() throws {
    let script = try ScriptedNetwork([.wifi()])
    let name = try #require(script.use { Reachability(hostName: "nowhere.test", center: observed.center) })
    #expect(name.isReachable)
    #expect(name.startNotifier(on: queue))
    queue.sync {}
    queue.sync {}
    #expect(observed.received.all == [.notReachable])
    name.stopNotifier()
  }

  @Test("goes away with its last reference while a notification is due, again and again", .timeLimit(.minutes(1)))
  func goesAway() throws {
    let script = try ScriptedNetwork([.wifi()])
    for _ in 0..<100 {
      weak var gone: Reachability?
      do {
        let reachability = try #require(
          script.use { Reachability.networkReachabilityForInternetConnection(center: observed.center) })
        gone = reachability
        reachability.startNotifier(on: queue)
        script.change { $0["wlan0"]?.isUp.toggle() }
      }
      queue.sync {}
      #expect(gone == nil)
    }
  }

  @Test("notifies on the run loop of the thread that started it, and another thread stops it")
  func runLoop() async throws {
    let script = try ScriptedNetwork([.wifi()])
    let reachability = try #require(
      script.use { Reachability.networkReachabilityForInternetConnection(center: observed.center) })
    let loop = Loop()
    let thread = Thread {
      loop.isStarted.store(reachability.startNotifier(), ordering: .sequentiallyConsistent)
      while !loop.mustEnd.load(ordering: .sequentiallyConsistent) {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        loop.turns.add(1, ordering: .sequentiallyConsistent)
      }
    }
    thread.start()
    defer { loop.mustEnd.store(true, ordering: .sequentiallyConsistent) }
    try await waitUntil("it has started") { loop.isStarted.load(ordering: .sequentiallyConsistent) }
    script.change { $0["wlan0"]?.isUp = false }
    try await waitUntil("the loss is posted") { observed.received.all == [.notReachable] }
    reachability.stopNotifier()
    script.change { $0["wlan0"]?.isUp = true }
    let before = loop.turns.load(ordering: .sequentiallyConsistent)
    try await waitUntil("the loop has gone round") { loop.turns.load(ordering: .sequentiallyConsistent) > before + 2 }
    #expect(observed.received.all.count == 1)
  }
}

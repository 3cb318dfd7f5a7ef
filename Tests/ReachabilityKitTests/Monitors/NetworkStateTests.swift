import Dispatch
import PathEngine
import ReachabilityKit
import Testing

@Suite("NetworkState")
struct NetworkStateTests {
  let queue = DispatchQueue(label: "test")
  let received = Received<NetworkState.Values>()

  @Test("tells everything at the start and each change of any of it")
  func changes() throws {
    let script = try ScriptedNetwork([.wifi()])
    let state = script.use { NetworkState(queue: queue) }
    #expect(state.isNetworkConnected && state.isWiFiConnected && !state.isVPN && state.networkType == .viaWiFi)
    state.start { [received] in received.add($0) }
    #expect(state.basis == .path)
    script.change { $0.interfaces = [.cellular("wwan0", .lte)] }
    // Nothing but the radio technology.
    script.change { $0["wwan0"]?.cellularType = .nr }
    script.change { $0["tun0"] = .tunnel() }
    script.change { $0.interfaces = [.wired()] }
    script.change { $0.interfaces = [] }
    queue.sync {}
    #expect(received.all.map(\.change) == [.wifi, .cellular, .cellular, .cellular, .ethernet, .lost])
    #expect(received.all.map(\.networkType.rawValue) == [2, 1, 1, 1, 3, 0])
    #expect(received.all.map(\.cellularType) == [.unknown, .lte, .nr, .nr, .unknown, .unknown])
    #expect(received.all.map(\.isVPN) == [false, false, false, true, false, false])
    #expect(!state.isNetworkConnected)
    state.stop()
    script.change { $0.interfaces = [.wifi()] }
    queue.sync {}
    #expect(received.all.count == 6 && state.isWiFiConnected && state.basis == nil)
  }

  @Test("a name is no VPN: what counts is the interface's kind, and that the route goes there")
  func names() throws {
    // Substrings of these are what libraries take for a VPN.
    let script = try ScriptedNetwork([.wired("fortune0"), .wired("tape0", metric: 200)])
    #expect(!script.use { NetworkState() }.isVPN)
    var idle = ScriptedInterface.tunnel()
    idle.hasDefaultRoute = false
    script.change { $0["tun0"] = idle }
    #expect(!script.use { NetworkState() }.isVPN)
    script.change { $0["tun0"] = .tunnel() }
    #expect(script.use { NetworkState() }.isVPN)
  }

  @Test("what is unknown counts as connected")
  func unknown() throws {
    struct Refused: Error {}
    let script = try ScriptedNetwork([.wifi()])
    let state = script.use { NetworkState() }
    script.failNextReading(Refused())
    let values = state.values
    #expect(values.networkType == .unknown && values.isNetworkConnected && !values.isWiFiConnected)
  }

  @Test("by flags it tells a mobile network from all others")
  func flags() throws {
    let script = try ScriptedNetwork([.wired()])
    let state = script.use { NetworkState(preferring: .flags, queue: queue) }
    #expect(state.networkType == .viaWiFi)
    state.start { [received] in received.add($0) }
    #expect(state.basis == .flags)
    queue.sync {}
    script.change { $0.interfaces = [.cellular()] }
    queue.sync {}
    script.change { $0.interfaces = [] }
    queue.sync {}
    #expect(received.all.map(\.change) == [.wifi, .cellular, .lost])
    state.stop()
  }

  @Test("where the path cannot be followed the flags are")
  func fallsBack() throws {
    let source = try SourceThatRefusesOnce()
    let network = MonitoredNetwork(source: source, resolver: SystemNameResolver())
    let state = network.use { NetworkState(queue: queue) }
    let isStarted = state.start { [received] in received.add($0) }
    #expect(isStarted && state.basis == .flags)
    queue.sync {}
    #expect(received.all.map(\.change) == [.lost])
    state.stop()
  }

  @Test("each radio technology is told", arguments: CellularType.allCases)
  func radios(technology: CellularType) throws {
    let script = try ScriptedNetwork([.cellular("wwan0", technology)])
    #expect(script.use { NetworkState() }.cellularType == technology)
  }

  @Test("a flap that is over within the settle time is none; a loss that lasts is told after it")
  func settles() throws {
    let script = try ScriptedNetwork([.wifi()])
    let state = script.use {
      NetworkState(settle: SettleTimes(up: .milliseconds(500), down: .milliseconds(1500)), queue: queue)
    }
    state.start { [received] in received.add($0) }
    for _ in 0..<6 {
      script.change { $0["wlan0"]?.isUp = false }
      script.advance(by: .milliseconds(150))
      script.change { $0["wlan0"]?.isUp = true }
      script.advance(by: .milliseconds(150))
    }
    queue.sync {}
    #expect(received.all.map(\.change) == [.wifi])
    script.change { $0["wlan0"]?.isUp = false }
    script.advance(by: .milliseconds(1499))
    queue.sync {}
    #expect(received.all.count == 1)
    script.advance(by: .milliseconds(1))
    queue.sync {}
    #expect(received.all.map(\.change) == [.wifi, .lost])
    script.change { $0["wlan0"]?.isUp = true }
    script.advance(by: .milliseconds(500))
    queue.sync {}
    #expect(received.all.map(\.change) == [.wifi, .lost, .wifi])
    state.stop()
  }

  @Test("goes away with its last reference")
  func goesAway() throws {
    let script = try ScriptedNetwork([.wifi()])
    weak var gone: NetworkState?
    do {
      let state = script.use { NetworkState(queue: queue) }
      gone = state
      state.start { _ in }
    }
    queue.sync {}
    #expect(gone == nil)
  }
}

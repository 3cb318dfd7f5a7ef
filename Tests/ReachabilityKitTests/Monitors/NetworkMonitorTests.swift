import Foundation
import Network
import PathEngine
import ReachabilityKit
import Testing

@Suite("NetworkMonitor")
struct NetworkMonitorTests {
  let queue = DispatchQueue(label: "test")
  let observed = Observed(.connectivityStatus) { $0.object == nil }

  @Test("shows what is so before the start, posts once at the start and then at each difference that it shows")
  func changes() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NetworkMonitor(queue: queue, center: observed.center) }
    #expect(monitor.isConnected && !monitor.isExpensive && monitor.currentConnectionType == .wifi)
    monitor.startMonitoring()
    monitor.startMonitoring()
    queue.sync {}
    #expect(observed.received.all == [true])
    // A gateway that it does not show.
    script.change { $0["wlan0"]?.gateways.removeLast() }
    queue.sync {}
    #expect(observed.received.all.count == 1)
    script.change { $0["wwan0"] = .cellular(metric: 1) }
    queue.sync {}
    #expect(observed.received.all.count == 2)
    #expect(monitor.isConnected && monitor.isExpensive && monitor.currentConnectionType == .cellular)
    script.change { $0.interfaces = [] }
    queue.sync {}
    #expect(!monitor.isConnected && monitor.currentConnectionType == nil && observed.received.all.count == 3)
    monitor.stopMonitoring()
  }

  @Test(
    "the type is the first that the path uses: other, Wi-Fi, cellular, loopback, cable",
    arguments: [
      ([.wired(), .tunnel()], .other), ([.wifi(), .cellular(metric: 60), .tunnel()], .other), ([.wifi()], .wifi),
      ([.cellular()], .cellular), ([.wired()], .wiredEthernet), ([], nil),
    ] as [([ScriptedInterface], NWInterface.InterfaceType?)])
  func order(interfaces: [ScriptedInterface], type: NWInterface.InterfaceType?) throws {
    #expect(try ScriptedNetwork(interfaces).use { NetworkMonitor() }.currentConnectionType == type)
  }

  @Test("can be stopped and started again")
  func restart() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NetworkMonitor(queue: queue, center: observed.center) }
    monitor.startMonitoring()
    queue.sync {}
    monitor.stopMonitoring()
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(observed.received.all.count == 1 && !monitor.isConnected)
    monitor.startMonitoring()
    queue.sync {}
    script.change { $0["wlan0"]?.isUp = true }
    queue.sync {}
    #expect(observed.received.all.count == 3 && monitor.isConnected)
    monitor.stopMonitoring()
  }

  @Test("a VPN comes before what it stands on, a path that requires a connection is connected")
  func types() throws {
    let script = try ScriptedNetwork([.wifi(), .tunnel()])
    let monitor = script.use { NetworkMonitor(queue: queue) }
    #expect(monitor.currentConnectionType == .other)
    script.change { facts in
      facts.interfaces = [.wifi()]
      facts["wlan0"]?.isDormant = true
      facts.dormantRequiresConnection = true
    }
    #expect(monitor.isConnected && monitor.currentConnectionType == nil)
  }

  @Test("goes away with its last reference")
  func goesAway() throws {
    let script = try ScriptedNetwork([.wifi()])
    weak var gone: NetworkMonitor?
    do {
      let monitor = script.use { NetworkMonitor(queue: queue) }
      gone = monitor
      monitor.startMonitoring()
    }
    queue.sync {}
    #expect(gone == nil)
  }
}

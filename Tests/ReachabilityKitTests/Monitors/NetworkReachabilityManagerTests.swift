import Foundation
import PathEngine
import ReachabilityKit
import Testing

@Suite("NetworkReachabilityManager")
struct NetworkReachabilityManagerTests {
  let queue = DispatchQueue(label: "test")
  let posted = Observed(.networkReachabilityDidChange) { notification in
    notification.userInfo?[NetworkReachabilityManager.notificationStatusItem] as? Int
  }

  private func manager(_ script: ScriptedNetwork) -> NetworkReachabilityManager {
    script.use { NetworkReachabilityManager(queue: queue, center: posted.center) }
  }

  /// What a change has handed to the queue hands the telling to it in turn.
  private func settle() {
    queue.sync {}
    queue.sync {}
  }

  @Test("numbers are those of the article")
  func numbers() { #expect(NetworkStatus.allCases.map(\.rawValue) == [-1, 0, 1, 2, 3]) }

  @Test("is unknown before the start, known when start returns, and told like a change: block first, then notification")
  func start() throws {
    let script = try ScriptedNetwork([.wifi()])
    let manager = manager(script)
    #expect(manager.networkReachabilityStatus == .unknown && !manager.isReachable)
    let order = Received<String>()
    let token = posted.center.addObserver(forName: .networkReachabilityDidChange, object: nil, queue: nil) { _ in
      order.add("notification")
    }
    defer { posted.center.removeObserver(token) }
    manager.setReachabilityStatusChangeBlock { order.add("block \($0.rawValue)") }
    manager.startMonitoring()
    #expect(manager.networkReachabilityStatus == .viaWiFi && manager.isReachable && manager.isReachableViaWiFi)
    settle()
    #expect(order.all == ["block 2", "notification"] && posted.received.all == [2])
    manager.stopMonitoring()
    #expect(manager.networkReachabilityStatus == .unknown)
  }

  @Test("tells each change, also that from Wi-Fi to a cable, whose flags are equal; a cable is reachable")
  func changes() throws {
    let script = try ScriptedNetwork([.wifi()])
    let manager = manager(script)
    let received = Received<NetworkStatus>()
    manager.setReachabilityStatusChangeBlock { received.add($0) }
    manager.startMonitoring()
    settle()
    for interfaces in [[ScriptedInterface.wired()], [.cellular()], [], [.wifi()]] {
      script.change { $0.interfaces = interfaces }
      settle()
      if interfaces.first?.type == .wiredEthernet {
        #expect(manager.isReachable && manager.isReachableViaEthernet && !manager.isReachableViaWiFi)
      }
    }
    #expect(received.all == [.viaWiFi, .viaEthernet, .viaWWAN, .notConnected, .viaWiFi])
    #expect(posted.received.all == [2, 3, 1, 0, 2])
    manager.stopMonitoring()
    script.change { $0.interfaces = [] }
    settle()
    #expect(received.all.count == 5)
  }

  @Test("what a VPN stands on counts")
  func tunnel() throws {
    let script = try ScriptedNetwork([.wired(), .tunnel()])
    let manager = manager(script)
    manager.startMonitoring()
    #expect(manager.networkReachabilityStatus == .viaEthernet)
    manager.stopMonitoring()
  }

  @Test("start stops first, and tells the status again")
  func startTwice() throws {
    let script = try ScriptedNetwork([.wifi()])
    let manager = manager(script)
    queue.suspend()
    manager.startMonitoring()
    manager.startMonitoring()
    queue.resume()
    settle()
    #expect(posted.received.all == [2])
    manager.startMonitoring()
    settle()
    #expect(posted.received.all == [2, 2])
    manager.stopMonitoring()
  }

  @Test("stopped inside its block it posts no notification")
  func stopInside() throws {
    let script = try ScriptedNetwork([.wifi()])
    let manager = manager(script)
    manager.setReachabilityStatusChangeBlock { [weak manager] _ in manager?.stopMonitoring() }
    manager.startMonitoring()
    settle()
    #expect(posted.received.all.isEmpty)
  }

  @Test("a URL is refused with the host to give instead")
  func url() throws {
    do {
      _ = try NetworkReachabilityManager(domain: "https://www.origin.test/x")
      Issue.record("it was taken")
    } catch {
      #expect(
        error.description
          == "watch the reachability of 'https://www.origin.test/x': that is no host. "
          + "Give the host alone: 'www.origin.test'.")
    }
    #expect(throws: HostNameError.self) { try NetworkReachabilityManager(domain: "a b") }
  }

  @Test("a domain that does not resolve is not connected")
  func domain() throws {
    let script = try ScriptedNetwork([.wifi()])
    let manager = try script.use {
      try NetworkReachabilityManager(domain: "nowhere.test", queue: queue, center: posted.center)
    }
    manager.startMonitoring()
    settle()
    #expect(manager.networkReachabilityStatus == .notConnected)
    manager.stopMonitoring()
  }

  @Test("goes away with its last reference")
  func goesAway() throws {
    let script = try ScriptedNetwork([.wifi()])
    weak var gone: NetworkReachabilityManager?
    do {
      let manager = manager(script)
      gone = manager
      manager.startMonitoring()
      settle()
    }
    queue.sync {}
    #expect(gone == nil)
    script.change { $0["wlan0"]?.isUp = false }
  }
}

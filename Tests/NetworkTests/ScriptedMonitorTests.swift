import Network
import PathEngine
import Synchronization
import Testing

/// The contract of NWPathMonitor. Facts come from a script, so each change has been handed to the queue when it returns.
@Suite("NWPathMonitor on a script")
struct ScriptedMonitorTests {
  let queue = DispatchQueue(label: "test")
  let log = PathLog()

  /// A monitor of the script that writes into the log.
  private func monitor(_ script: ScriptedNetwork, _ make: () -> NWPathMonitor = { NWPathMonitor() }) -> NWPathMonitor {
    let monitor = script.use(make)
    monitor.pathUpdateHandler = { [log] in log.add($0) }
    return monitor
  }

  @Test("tells the path once after the start, and then only different ones")
  func updates() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = monitor(script)
    monitor.start(queue: queue)
    script.network.lookAgain()
    queue.sync {}
    #expect(log.paths.count == 1)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    // Nothing that a path shows.
    script.change { $0["wlan0"]?.metric = 601 }
    queue.sync {}
    script.change { $0["wlan0"]?.hasCarrier = true }
    queue.sync {}
    #expect(log.paths.map(\.status) == [.satisfied, .unsatisfied, .satisfied])
    #expect(log.paths[0] == log.paths[2])
    monitor.cancel()
  }

  @Test("shows the interfaces in order of preference and what the path uses")
  func content() throws {
    let script = try ScriptedNetwork([.wifi(), .cellular()])
    let path = monitor(script).currentPath
    #expect(path.availableInterfaces.map(\.name) == ["wlan0", "wwan0"])
    #expect(path.availableInterfaces.map(\.type) == [.wifi, .cellular])
    #expect(path.usesInterfaceType(.wifi) && !path.usesInterfaceType(.cellular))
    #expect(path.supportsIPv4 && path.supportsIPv6 && path.supportsDNS)
    #expect(!path.isExpensive && !path.isConstrained && !path.isUltraConstrained)
    #expect(path.localEndpoint == nil && path.remoteEndpoint == nil)
    #expect(path.linkQuality == .unknown && path.unsatisfiedReason == .notAvailable)
    #expect(
      path.gateways.map(\.debugDescription) == [
        "192.0.2.1:0", "2001:db8:1::1.0", "198.51.100.1:0", "2001:db8:2::1.0",
      ])
    #expect("\(path)".hasPrefix("satisfied, interface: wlan0, ipv4, ipv6, dns"))

    script.change { $0["wlan0"]?.isUp = false }
    let lost = monitor(script).currentPath
    #expect(lost.availableInterfaces.map(\.name) == ["wwan0"])
    #expect(lost.usesInterfaceType(.cellular) && lost.isExpensive)
    script.change { $0["wwan0"] = nil }
    let none = monitor(script).currentPath
    #expect(none.availableInterfaces.isEmpty && none.gateways.isEmpty)
    #expect(none.status == .unsatisfied && "\(none.status)" == "unsatisfied")
  }

  @Test("a constrained, an expensive and an ultra-constrained interface make such a path")
  func marks() throws {
    var interface = ScriptedInterface.wifi()
    interface.isConstrained = true
    interface.isExpensive = true
    interface.isUltraConstrained = true
    let path = monitor(try ScriptedNetwork([interface])).currentPath
    #expect(path.isConstrained && path.isExpensive && path.isUltraConstrained)
  }

  @Test("switched-off radios are the reason")
  func radios() throws {
    let script = try ScriptedNetwork([])
    #expect(monitor(script).currentPath.unsatisfiedReason == .notAvailable)
    script.change { $0.blockedRadios = [.cellular] }
    #expect(monitor(script).currentPath.unsatisfiedReason == .cellularDenied)
    script.change { $0.blockedRadios = [.cellular, .wifi] }
    #expect(monitor(script).currentPath.unsatisfiedReason == .wifiDenied)
  }

  @Test("currentPath is live before the start")
  func liveBeforeStart() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = monitor(script)
    #expect(monitor.currentPath.status == .satisfied)
    script.change { $0["wlan0"]?.hasCarrier = false }
    #expect(monitor.currentPath.status == .unsatisfied)
    #expect(log.paths.isEmpty && monitor.queue == nil)
  }

  @Test("currentPath inside the handler is the path that the handler was given")
  func currentInside() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NWPathMonitor() }
    let pairs = Mutex<[(NWPath, NWPath)]>([])
    monitor.pathUpdateHandler = { path in pairs.withLock { $0.append((path, monitor.currentPath)) } }
    queue.suspend()
    monitor.start(queue: queue)
    // Two changes wait while the queue can't run.
    script.change { $0["wlan0"]?.hasCarrier = false }
    script.change { $0["wlan0"] = .wired("eth7") }
    #expect(monitor.currentPath.availableInterfaces.map(\.name) == ["eth7"])
    queue.resume()
    queue.sync {}
    #expect(pairs.withLock { $0.count } == 3)
    #expect(pairs.withLock { $0.allSatisfy { $0 == $1 } })
    monitor.cancel()
  }

  @Test("goes on until cancel with nobody holding it")
  func noOwner() throws {
    let script = try ScriptedNetwork([.wifi()])
    weak var gone: NWPathMonitor?
    do {
      let monitor = monitor(script)
      gone = monitor
      monitor.start(queue: queue)
    }
    #expect(gone == nil)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    #expect(log.paths.map(\.status) == [.satisfied, .unsatisfied])
  }

  @Test("a handler that is set after the start gets the path, one that replaces it only the next")
  func lateHandler() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NWPathMonitor() }
    monitor.start(queue: queue)
    queue.sync {}
    monitor.pathUpdateHandler = { [log] in log.add($0) }
    queue.sync {}
    #expect(log.paths.map(\.status) == [.satisfied])
    let second = PathLog()
    monitor.pathUpdateHandler = { second.add($0) }
    queue.sync {}
    #expect(second.paths.isEmpty)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    #expect(log.paths.count == 1 && second.paths.map(\.status) == [.unsatisfied])
    monitor.pathUpdateHandler = nil
    #expect(monitor.pathUpdateHandler == nil)
    script.change { $0["wlan0"]?.hasCarrier = true }
    queue.sync {}
    #expect(second.paths.count == 1)
    monitor.cancel()
  }

  @Test("cancel inside the handler ends it")
  func cancelInside() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NWPathMonitor() }
    monitor.pathUpdateHandler = { [log] path in
      log.add(path)
      monitor.cancel()
    }
    monitor.start(queue: queue)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    #expect(log.paths.count == 1)
  }

  @Test("after a cancel on the queue nothing that waited is told")
  func cancelOnQueue() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = monitor(script)
    queue.suspend()
    queue.async { monitor.cancel() }
    monitor.start(queue: queue)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.resume()
    queue.sync {}
    #expect(log.paths.isEmpty)
  }

  @Test("a second start, a start after cancel and a cancel before start do nothing harmful")
  func starts() throws {
    let script = try ScriptedNetwork([.wifi()])
    let other = DispatchQueue(label: "other")
    let first = monitor(script)
    first.start(queue: queue)
    first.start(queue: other)
    #expect(first.queue === queue)
    queue.sync {}
    other.sync {}
    #expect(log.paths.count == 1)
    first.cancel()
    first.cancel()
    first.start(queue: queue)
    let never = monitor(script)
    never.cancel()
    never.start(queue: queue)
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    #expect(log.paths.count == 1)
  }

  @Test("cancel lets the handler and what it holds go")
  func letsGo() throws {
    final class Held: Sendable {}
    let script = try ScriptedNetwork([.wifi()])
    let monitor = script.use { NWPathMonitor() }
    weak var held: Held?
    do {
      let object = Held()
      held = object
      monitor.pathUpdateHandler = { _ in withExtendedLifetime(object) {} }
    }
    monitor.start(queue: queue)
    queue.sync {}
    #expect(held != nil)
    monitor.cancel()
    queue.sync {}
    #expect(held == nil)
  }

  @Test("requires a type: the best of those, although another carries the rest")
  func required() throws {
    let script = try ScriptedNetwork([.wired(), .wifi()])
    let wifi = monitor(script) { NWPathMonitor(requiredInterfaceType: .wifi) }
    #expect(wifi.currentPath.availableInterfaces.map(\.name) == ["wlan0"])
    #expect(wifi.currentPath.usesInterfaceType(.wifi) && !wifi.currentPath.usesInterfaceType(.wiredEthernet))
    #expect(wifi.currentPath.gateways.map(\.debugDescription) == ["192.0.2.1:0", "2001:db8:1::1.0"])
    let cellular = monitor(script) { NWPathMonitor(requiredInterfaceType: .cellular) }
    #expect(cellular.currentPath.status == .unsatisfied)
    let loopback = monitor(script) { NWPathMonitor(requiredInterfaceType: .loopback) }
    #expect(loopback.currentPath.availableInterfaces.map(\.type) == [.loopback])
    let notWired = monitor(script) { NWPathMonitor(prohibitedInterfaceTypes: [.wiredEthernet]) }
    #expect(notWired.currentPath.availableInterfaces.map(\.name) == ["wlan0"])
    let neither = monitor(script) { NWPathMonitor(prohibitedInterfaceTypes: [.wiredEthernet, .wifi]) }
    #expect(neither.currentPath.status == .unsatisfied)

    wifi.start(queue: queue)
    script.change { $0["eth0"]?.hasCarrier = false }
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    // The loss of the other interface is nothing to it.
    #expect(log.paths.map(\.status) == [.satisfied, .unsatisfied])
    wifi.cancel()
  }

  @Test("a VPN is used first and what it stands on as well; it is dead when that is")
  func tunnel() throws {
    let script = try ScriptedNetwork([.wifi(), .tunnel()])
    let monitor = monitor(script)
    #expect(monitor.currentPath.availableInterfaces.map(\.name) == ["tun0", "wlan0"])
    #expect(monitor.currentPath.usesInterfaceType(.other) && monitor.currentPath.usesInterfaceType(.wifi))
    #expect(!monitor.currentPath.isExpensive)
    script.change { $0["wlan0"]?.hasCarrier = false }
    #expect(monitor.currentPath.status == .unsatisfied)
    script.change { $0["wwan0"] = .cellular() }
    #expect(monitor.currentPath.isExpensive)
    #expect(monitor.currentPath.usesInterfaceType(.cellular) && !monitor.currentPath.usesInterfaceType(.wifi))
    // A tunnel that was moved here has what it stands on elsewhere.
    script.change { $0.interfaces = [.tunnel()] }
    #expect(monitor.currentPath.status == .satisfied)
  }

  @Test("a dormant link requires a connection where that is asked for")
  func dormant() throws {
    var interface = ScriptedInterface.wifi()
    interface.isDormant = true
    let script = try ScriptedNetwork([interface])
    #expect(monitor(script).currentPath.status == .unsatisfied)
    script.change { $0.dormantRequiresConnection = true }
    #expect(monitor(script).currentPath.status == .requiresConnection)
  }

  @Test("a network that can't be read is neither satisfied nor unsatisfied")
  func unreadable() throws {
    struct Refused: Error {}
    let script = try ScriptedNetwork([.wifi()])
    script.failNextReading(Refused())
    #expect(monitor(script).currentPath.status == .requiresConnection)
    // The follower reads again until it can.
    script.failNextReading(Refused())
    script.failNextReading(Refused())
    let monitor = monitor(script)
    monitor.start(queue: queue)
    script.network.lookAgain()
    script.network.lookAgain()
    script.network.lookAgain()
    queue.sync {}
    #expect(log.paths.last?.status == .satisfied)
    monitor.cancel()
  }

  @Test("lost events do not make it deaf")
  func overrun() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = monitor(script)
    monitor.start(queue: queue)
    script.overrun()
    script.change { $0["wlan0"]?.hasCarrier = false }
    queue.sync {}
    #expect(log.paths.map(\.status) == [.satisfied, .unsatisfied])
    monitor.cancel()
  }

  @Test("an interface that goes and comes back under its name is another one")
  func identity() throws {
    let script = try ScriptedNetwork([.wifi()])
    let monitor = monitor(script)
    monitor.start(queue: queue)
    script.change { $0["wlan0"] = nil }
    script.change { $0["wlan0"] = .wifi() }
    queue.sync {}
    let indices = log.paths.compactMap(\.availableInterfaces.first?.index)
    #expect(indices.count == 2 && indices[0] != indices[1])
    monitor.cancel()
  }
}

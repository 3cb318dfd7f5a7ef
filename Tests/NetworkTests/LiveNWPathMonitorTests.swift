import LinuxSystem
import Network
import PathEngine
import TestSupport
import Testing

/// NWPathMonitor on the kernel. Each test is a process with namespaces of its own.
@Suite(
  "NWPathMonitor on the kernel",
  .makesNamespaces)
struct LiveNWPathMonitorTests {
  @Test("follows a handover, its end and an interface set down")
  func handover() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork(second: true)
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      let monitor = network.use { NWPathMonitor() }
      #expect(monitor.currentPath.availableInterfaces.map(\.name) == ["wlan0", "eth0"])
      let log = PathLog()
      monitor.pathUpdateHandler = { log.add($0) }
      monitor.start(queue: DispatchQueue(label: "test"))
      let first = try await log.path(0)
      #expect(first.usesInterfaceType(.wifi) && first.availableInterfaces[0].type == .wifi)

      var count = log.paths.count
      try live.ipFar("link set far1 down")
      // The kernel goes on to look routes up by a metric whose link has no carrier.
      _ = try await log.path(after: count, "the carrier's loss is told") {
        $0.availableInterfaces.first?.name != "wlan0"
      }
      count = log.paths.count
      try live.ip("link set wlan0 down")
      _ = try await log.path(after: count, "eth0 has taken over") {
        $0.status == .satisfied && $0.availableInterfaces.map(\.name) == ["eth0"]
          && $0.usesInterfaceType(.wiredEthernet)
      }
      count = log.paths.count
      try live.ip("link set eth0 down")
      _ = try await log.path(after: count, "nothing is left") { $0.status == .unsatisfied }
      #expect(monitor.currentPath.status == .unsatisfied)
      monitor.cancel()
    }
  }

  @Test("gives one initial path within a second, also of a namespace with nothing in it")
  func initial() async {
    await #expect(processExitsWith: .success) {
      let namespace = try NetworkNamespace.create(name: "t-empty")
      let monitor = MonitoredNetwork(namespace: namespace).use { NWPathMonitor() }
      let log = PathLog()
      monitor.pathUpdateHandler = { log.add($0) }
      monitor.start(queue: DispatchQueue(label: "test"))
      try await waitUntil("the first path", deadline: .seconds(1)) { !log.paths.isEmpty }
      #expect(log.paths.map(\.status) == [.unsatisfied])
      monitor.cancel()
    }
  }

  @Test("two monitors of different types hear of their own interfaces only")
  func types() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork(second: true)
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      let wifi = PathLog()
      let wired = PathLog()
      for (type, log) in [(NWInterface.InterfaceType.wifi, wifi), (.wiredEthernet, wired)] {
        let monitor = network.use { NWPathMonitor(requiredInterfaceType: type) }
        monitor.pathUpdateHandler = { log.add($0) }
        monitor.start(queue: DispatchQueue(label: "test"))
      }
      #expect(try await wifi.path(0).status == .satisfied)
      #expect(try await wired.path(0).status == .satisfied)
      try live.ipFar("link set far2 down")
      _ = try await wired.path(after: 1, "the wired one is lost") { $0.status == .unsatisfied }
      #expect(wifi.paths.count == 1)
    }
  }

  @Test("survives that its interfaces vanish with the namespace's other end, and follows new ones")
  func vanished() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork()
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      let monitor = network.use { NWPathMonitor() }
      let log = PathLog()
      monitor.pathUpdateHandler = { log.add($0) }
      monitor.start(queue: DispatchQueue(label: "test"))
      _ = try await log.path(0)
      try live.ip("link delete wlan0")
      _ = try await log.path(after: 1, "it is gone") { $0.status == .unsatisfied }
      let count = log.paths.count
      try live.ip("link add eth9 type veth peer name eth9p")
      try live.ip("link set eth9p up")
      try live.ip("link set eth9 up")
      try live.ip("address add 192.0.9.2/24 dev eth9")
      try live.ip("route add default via 192.0.9.1 dev eth9")
      let back = try await log.path(after: count, "the new one is used") { $0.status == .satisfied }
      #expect(back.availableInterfaces.map(\.name) == ["eth9"] && back.supportsIPv4 && !back.supportsIPv6)
      monitor.cancel()
    }
  }
}

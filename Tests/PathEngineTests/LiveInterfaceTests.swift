import LinuxSystem
import Netlink
import PathEngine
import TestSupport
import Testing

/// What may be done to an interface beside its carrier. Each test is a process with namespaces of its own.
@Suite(
  "An interface that a path monitor follows",
  .makesNamespaces)
struct LiveInterfaceTests {
  @Test("keeps its number when it is renamed, and has its new name in the path")
  func renamed() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, first) = try await LiveNetwork.followed()
      let index = try #require(first.new.interfaces.first).index
      try network.ip("link set wlan0 name eth7")
      let update = try await inbox.update(after: 1, "the name is told") { $0.interfaces.map(\.name) == ["eth7"] }
      // The override that made it Wi-Fi goes by the name.
      #expect(update.new.interfaces == [PathInterface(name: "eth7", index: index, type: .wiredEthernet)])
      #expect(update.new.status == .satisfied && update.new.gateways == first.new.gateways)
      #expect(update.events.contains { $0.before == "name wlan0" && $0.after == "name eth7" })
      monitor.cancel()
    }
  }

  @Test("is gone with its addresses when it is moved to another namespace")
  func moved() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      try network.ip("link set wlan0 netns /proc/\(ProcessTable.ownNumber)/fd/\(network.far.descriptor)")
      _ = try await inbox.update(after: 1, "the loss is told") { $0.status == .unsatisfied }
      try await waitUntil("the interface and its address are said to be gone") {
        let gone = inbox.all.events.filter { $0.after == nil }.map(\.what)
        return gone.contains("wlan0") && gone.contains { $0.hasPrefix("192.0.1.2/24 on ") }
      }
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }

  @Test("makes no other path by listening to everything, by its queue's length or by a second address")
  func details() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      for change in ["promisc on", "allmulticast on", "txqueuelen 17", "mtu 1400"] {
        try network.ip("link set wlan0 \(change)")
      }
      try network.ip("address add 192.0.1.3/24 dev wlan0")
      try await waitUntil("the last event is told") {
        inbox.all.events.contains { $0.what == "192.0.1.3/24 on wlan0" && $0.after == "usable" }
      }
      try network.ipFar("link set far1 down")
      let next = try await inbox.update(1)
      #expect(next.new.status == .unsatisfied)
      monitor.cancel()
    }
  }

  @Test("makes no other path where it is a container's, which comes and goes with its bridge")
  func containers() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      for line in [
        "link add br9 type bridge", "address add 172.31.0.1/16 dev br9", "link set br9 up",
        "link add ve9 type veth peer name eth9", "link set ve9 master br9", "link set ve9 up", "link set eth9 up",
        "link del ve9", "link del br9",
      ] {
        try network.ip(line)
      }
      try await waitUntil("the bridge is said to be gone") {
        inbox.all.events.contains { $0.what == "br9" && $0.after == nil }
      }
      try network.ipFar("link set far1 down")
      let next = try await inbox.update(1)
      #expect(next.new.reason == "wlan0 has no carrier")
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }
}

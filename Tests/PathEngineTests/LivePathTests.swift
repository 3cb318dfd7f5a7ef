import LinuxSystem
import Netlink
import PathEngine
import TestSupport
import Testing

/// What the kernel does, read once after `ip` did something. Each test is a process with namespaces of its own.
@Suite(
  "A path read from the kernel",
  .makesNamespaces)
struct LivePathTests {
  @Test("is satisfied over both families, with gateways and the type that overrides give")
  func healthy() async {
    await #expect(processExitsWith: .success) {
      let path = try await LiveNetwork().path()
      #expect(path.status == .satisfied)
      #expect(path.supportsIPv4 && path.supportsIPv6 && path.supportsDNS)
      #expect(path.interfaces.map(\.name) == ["wlan0"])
      #expect(path.interfaces.map(\.type) == [.wifi])
      #expect(path.gateways.map(\.description) == ["192.0.1.1", "2001:db8:1::1"])
    }
  }

  @Test("of an empty namespace is unsatisfied")
  func empty() async {
    await #expect(processExitsWith: .success) {
      let source = try LivePathSource(namespace: try .create(name: "t-empty"), overrides: LiveNetwork.overrides)
      let path = NetworkPath(try source.snapshot(), overrides: LiveNetwork.overrides)
      #expect(path.status == .unsatisfied)
      #expect(path.reason == "no route")
    }
  }

  @Test("has the reason of a blackhole, an unreachable and a prohibit default, in either family")
  func refusals() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      let words = [
        "blackhole": "the route is a blackhole", "unreachable": "the route says unreachable",
        "prohibit": "the route is prohibited by policy",
      ]
      for family in ["-4", "-6"] {
        try network.ip("\(family) route del default")
        for (kind, reason) in words {
          try network.ip("\(family) route add \(kind) default metric 5")
          let half = try network.path()
          #expect(half.supportsIPv4 == (family == "-6"), "\(family) \(kind)")
          #expect(half.supportsIPv6 == (family == "-4"), "\(family) \(kind)")
          // Without the other family's route, this one's refusal is the reason.
          let other = family == "-4" ? "-6" : "-4"
          let gateway = other == "-6" ? "2001:db8:1::1" : "192.0.1.1"
          try network.ip("\(other) route del default")
          #expect(try network.path().reason == reason, "\(family)")
          try network.ip("\(other) route add default via \(gateway) dev wlan0 metric 100")
          try network.ip("\(family) route del \(kind) default metric 5")
        }
        let gateway = family == "-6" ? "2001:db8:1::1" : "192.0.1.1"
        try network.ip("\(family) route add default via \(gateway) dev wlan0 metric 100")
      }
      #expect(try network.path().status == .satisfied)
    }
  }

  @Test("needs no gateway")
  func withoutGateway() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      try network.ip("route del default")
      try network.ip("-6 route del default")
      #expect(try network.path().status == .unsatisfied)
      try network.ip("route add default dev wlan0")
      let path = try network.path()
      #expect(path.supportsIPv4)
      #expect(path.gateways.isEmpty)
    }
  }

  @Test("loses IPv4 with its last address, whose default route goes without an event")
  func lastAddress() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      try network.ip("address del 192.0.1.2/24 dev wlan0")
      let path = try network.path()
      #expect(!path.supportsIPv4)
      #expect(path.supportsIPv6)
      #expect(path.gateways.map(\.description) == ["2001:db8:1::1"])
    }
  }

  @Test("prefers the lower metric, and keeps it without carrier unless the kernel is told to skip dead routes")
  func twoDefaults() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork(second: true)
      try network.ipFar("link set far1 down")
      try await waitUntil("the lost carrier is the reason") { try network.path().reason == "wlan0 has no carrier" }
      try await network.client.perform {
        try KernelSetting.write("net/ipv4/conf/all/ignore_routes_with_linkdown", "1")
        try KernelSetting.write("net/ipv6/conf/all/ignore_routes_with_linkdown", "1")
      }
      // The link loses its carrier flag at once, its routes get theirs from the kernel's queue.
      try await waitUntil("eth0 alone is used") {
        let path = try network.path()
        return path.status == .satisfied && path.interfaces.map(\.name) == ["eth0"]
      }
    }
  }

  @Test("uses whichever next hop of a default route can be used")
  func multipath() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork(second: true)
      for (family, gateways) in [("-4", ["192.0.1.1", "192.0.2.1"]), ("-6", ["2001:db8:1::1", "2001:db8:2::1"])] {
        for number in [1, 2] {
          let name = number == 1 ? "wlan0" : "eth0"
          try network.ip("\(family) route del default via \(gateways[number - 1]) dev \(name)")
        }
        try network.ip(
          "\(family) route add default nexthop via \(gateways[0]) dev wlan0 nexthop via \(gateways[1]) dev eth0")
      }
      let both = try network.path()
      #expect(both.status == .satisfied && both.supportsIPv4 && both.supportsIPv6)
      #expect(both.interfaces.map(\.name) == ["wlan0", "eth0"])
      #expect(both.gateways.map(\.description) == ["192.0.1.1", "2001:db8:1::1", "192.0.2.1", "2001:db8:2::1"])
      try network.ipFar("link set far1 down")
      // The kernel marks the hops of the two families one after the other.
      try await waitUntil("both families use eth0 alone") {
        let path = try network.path()
        return path.interfaces.map(\.name) == ["eth0"] && path.supportsIPv4 && path.supportsIPv6
      }
      try network.ipFar("link set far2 down")
      try await waitUntil("eth0 has lost its carrier") { try network.path().status == .unsatisfied }
    }
  }

  @Test("follows the next hops that routes share, one and several")
  func nextHops() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork(second: true)
      for (family, gateways) in [("-4", ["192.0.1.1", "192.0.2.1"]), ("-6", ["2001:db8:1::1", "2001:db8:2::1"])] {
        let first = family == "-4" ? 41 : 61
        for (number, name) in ["wlan0", "eth0"].enumerated() {
          try network.ip("\(family) route del default via \(gateways[number]) dev \(name)")
          try network.ip("\(family) nexthop add id \(first + number) via \(gateways[number]) dev \(name)")
        }
        try network.ip("nexthop add id \(first + 9) group \(first)/\(first + 1)")
        try network.ip("\(family) route add default nhid \(first + 9)")
      }
      let inbox = Inbox()
      let monitor = try inbox.monitor(network.source(), LiveNetwork.overrides)
      try monitor.start()
      let both = try await inbox.update(0).new
      #expect(both.interfaces.map(\.name) == ["wlan0", "eth0"] && both.supportsIPv4 && both.supportsIPv6)
      // No route changes: only what the two routes lead to.
      try network.ip("nexthop replace id 50 group 42")
      try network.ip("nexthop replace id 70 group 62")
      let one = try await inbox.update(after: 1, "eth0 alone is used") { $0.interfaces.map(\.name) == ["eth0"] }
      #expect(one.new.status == .satisfied)
      try network.ip("nexthop del id 50")
      try network.ip("nexthop del id 70")
      let lost = try await inbox.update(after: 1, "the routes went with them") { $0.status == .unsatisfied }
      #expect(lost.new.reason == "no route")
      monitor.cancel()
    }
  }
}

import LinuxSystem
import TestSupport
import Testing

@testable import Netlink

/// A sender's namespace, whose link's far end `in0` stands in the middle, from where packets go on to `main0` or `dns0`.
@Suite("Redirects, live")
struct RedirectTests {
  private struct Bench {
    let sender: NetworkNamespace
    let middle: RouteSocket
    let entry: Int32
    let exits: [String: Int32]
    private let middleNamespace: NetworkNamespace

    init() throws {
      sender = try NetworkNamespace.create(name: "nl-sender")
      middleNamespace = try NetworkNamespace.create(name: "nl-middle")
      let route = try middleNamespace.performBlocking { try RouteSocket() }
      middle = route
      // As little as can be beside the test's own packets.
      for namespace in [sender, middleNamespace] {
        try namespace.performBlocking {
          for scope in ["all", "default"] {
            try KernelSetting.write("net/ipv6/conf/\(scope)/addr_gen_mode", "1")
            try KernelSetting.write("net/ipv6/conf/\(scope)/accept_dad", "0")
          }
        }
      }
      try route.addVethPair(VethEnd(name: "out0", namespace: sender.descriptor), VethEnd(name: "in0"))
      var exits: [String: Int32] = [:]
      for name in ["main", "dns"] {
        try route.addVethPair(VethEnd(name: "\(name)0"), VethEnd(name: "\(name)1"))
        exits[name] = try VethBench.index("\(name)0", route)
      }
      self.exits = exits
      entry = try VethBench.index("in0", route)
      for link in try route.links() where link.name != "lo" { try route.setLink(link.index, up: true) }
      let senderRoute = try sender.performBlocking { try RouteSocket() }
      let own = try VethBench.index("out0", senderRoute)
      try senderRoute.setLink(own, up: true)
      for (address, neighbour) in [("192.0.2.2/24", "192.0.2.1"), ("2001:db8::2/64", "2001:db8::1")] {
        guard let prefix = IPPrefix(address), let ip = IPAddress(neighbour),
          let hardware = HardwareAddress("02:00:5e:00:53:01")
        else { throw Missing(description: "addresses") }
        try senderRoute.addAddress(prefix, to: own)
        try senderRoute.setPermanentNeighbour(ip, hardware, interface: own)
      }
      try route.addQdisc(.ingress, to: entry, parent: .ingress, handle: .ingressHandle)
    }

    func exit(_ name: String) throws -> Int32 {
      guard let index = exits[name] else { throw Missing(description: "exit \(name)") }
      return index
    }

    /// What has gone out of an exit, by its own count.
    private func sent(_ name: String) throws -> (packets: Int, bytes: Int) {
      let text = try VethBench.shell(middleNamespace, ["ip", "-s", "-j", "link", "show", "dev", "\(name)0"])
      let counts = try JSON.list(text)[0]["stats64"]["tx"]
      guard let packets = counts["packets"].integer, let bytes = counts["bytes"].integer else {
        throw Missing(description: "counts in \(text)")
      }
      return (packets, bytes)
    }

    /// What leaves by each exit while the sender runs a line of bash.
    private func leaves(_ line: String) throws -> (main: (packets: Int, bytes: Int), dns: (packets: Int, bytes: Int)) {
      let (main, dns) = (try sent("main"), try sent("dns"))
      _ = try VethBench.shell(sender, ["bash", "-c", line])
      let (mainAfter, dnsAfter) = (try sent("main"), try sent("dns"))
      return (
        (mainAfter.packets - main.packets, mainAfter.bytes - main.bytes),
        (dnsAfter.packets - dns.packets, dnsAfter.bytes - dns.bytes)
      )
    }

    /// By which exits a datagram of 1000 bytes leaves: the kernel's own multicast reports, of about a hundred bytes and
    /// a few in the first seconds, are told apart by size.
    func datagram(to host: String, port: UInt16) throws -> [String] {
      let left = try leaves("printf '%1000s' x >/dev/udp/\(host)/\(port)")
      return [String](repeating: "main", count: left.main.bytes / 1000)
        + [String](repeating: "dns", count: left.dns.bytes / 1000)
    }

    /// How many packets leave by each exit while a connection is tried for 0.2 s; nobody answers.
    func connectionAttempt(to host: String, port: UInt16) throws -> (main: Int, dns: Int) {
      // The threads of namespaces block the signals that can be blocked, and commands inherit that.
      let left = try leaves("timeout --signal=KILL 0.2 bash -c 'echo x >/dev/tcp/\(host)/\(port)' || true")
      return (left.main.packets, left.dns.packets)
    }

    func filters() throws -> String {
      try VethBench.shell(middleNamespace, ["tc", "filter", "show", "dev", "in0", "ingress"])
    }
  }

  @Test("queries to port 53 go one way and all else another, in both families")
  func queriesApart() throws {
    let bench = try Bench()
    let (main, dns) = (try bench.exit("main"), try bench.exit("dns"))
    try bench.middle.addRedirect(from: bench.entry, to: dns, match: .udpDestinationPort(53, .ipv4), priority: 1)
    try bench.middle.addRedirect(from: bench.entry, to: dns, match: .udpDestinationPort(53, .ipv6), priority: 2)
    try bench.middle.addRedirect(from: bench.entry, to: main, match: .all, priority: 3)
    for host in ["192.0.2.1", "2001:db8::1"] {
      #expect(try bench.datagram(to: host, port: 53) == ["dns"])
      #expect(try bench.datagram(to: host, port: 54) == ["main"])
      #expect(try bench.datagram(to: host, port: 13_568) == ["main"], "53 with its bytes swapped")
      let attempt = try bench.connectionAttempt(to: host, port: 53)
      #expect(attempt.dns == 0 && attempt.main >= 1, "TCP to port 53 is no query")
    }
    let text = try bench.filters()
    #expect(text.contains("mirred (Egress Redirect to device dns0) stolen"))
    #expect(text.contains("match 00000035/0000ffff at 20") && text.contains("match 00000035/0000ffff at 40"))
  }

  @Test("filters are removed by priority, then all")
  func removal() throws {
    let bench = try Bench()
    let (main, dns) = (try bench.exit("main"), try bench.exit("dns"))
    try bench.middle.addRedirect(from: bench.entry, to: dns, match: .udpDestinationPort(53, .ipv4), priority: 1)
    try bench.middle.addRedirect(from: bench.entry, to: main, match: .all, priority: 3)
    try bench.middle.removeFilters(interface: bench.entry, priority: 1)
    #expect(try bench.datagram(to: "192.0.2.1", port: 53) == ["main"])
    try bench.middle.removeFilters(interface: bench.entry)
    #expect(try bench.filters() == "")
    #expect(try bench.datagram(to: "192.0.2.1", port: 53) == [])
    let gone = #expect(throws: NetlinkError.self) {
      try bench.middle.removeFilters(interface: bench.entry, priority: 1)
    }
    #expect(gone?.code == .notFound)
  }

  @Test("without an ingress qdisc a redirect is refused")
  func withoutIngress() throws {
    let bench = try VethBench()
    let error = #expect(throws: NetlinkError.self) {
      try bench.route.addRedirect(from: bench.a, to: bench.b, match: .all, priority: 1)
    }
    #expect(error?.code == .invalid)
    #expect(error?.kernelMessage != nil)
  }
}

import LinuxSystem
import TestSupport
import Testing

@testable import Netlink

/// What netem does to packets between two namespaces.
@Suite("netem at work", .needsNetem, .serialized)
struct TrafficNetemTests {
  /// Two namespaces with a veth pair between them; netem stands on the near end's egress.
  private struct Bench {
    let near: NetworkNamespace
    let route: RouteSocket
    let index: Int32
    private let far: NetworkNamespace

    init(_ netem: Netem) throws {
      near = try NetworkNamespace.create(name: "nl-near")
      far = try NetworkNamespace.create(name: "nl-far")
      // IPv6 would send reports and solicitations of its own, which would be counted.
      for namespace in [near, far] {
        try namespace.performBlocking { try KernelSetting.write("net/ipv6/conf/default/disable_ipv6", "1") }
      }
      route = try near.performBlocking { try RouteSocket() }
      let farRoute = try far.performBlocking { try RouteSocket() }
      let (one, two) = (HardwareAddress("02:00:5e:00:53:01"), HardwareAddress("02:00:5e:00:53:02"))
      try route.addVethPair(
        VethEnd(name: "near0", address: one), VethEnd(name: "far0", namespace: far.descriptor, address: two))
      index = try VethBench.index("near0", route)
      for (route, name, own, other, hardware) in [
        (route, "near0", "192.0.2.1/24", "192.0.2.2", two), (farRoute, "far0", "192.0.2.2/24", "192.0.2.1", one),
      ] {
        let link = try VethBench.index(name, route)
        try route.setLink(link, up: true)
        guard let prefix = IPPrefix(own), let ip = IPAddress(other), let hardware else {
          throw Missing(description: "addresses")
        }
        try route.addAddress(prefix, to: link)
        try route.setPermanentNeighbour(ip, hardware, interface: link)
      }
      try route.addQdisc(.netem(netem), to: index, parent: .root, handle: TrafficHandle(1))
    }

    func change(_ netem: Netem) throws {
      try route.changeQdisc(.netem(netem), to: index, parent: .root, handle: TrafficHandle(1))
    }

    /// Packets that came back, and the average round trip in milliseconds if any did.
    func ping(count: Int, interval: String) throws -> (received: Int, average: Double?) {
      let (_, text) = try near.performBlocking {
        try Shell.run(["ping", "-n", "-q", "-c", "\(count)", "-i", interval, "-W", "1", "192.0.2.2"])
      }
      guard let received = text.firstMatch(of: /(\d+) received/).flatMap({ Int($0.1) }) else {
        throw Missing(description: "a count in \(text)")
      }
      return (received, text.firstMatch(of: /= [\d.]+\/([\d.]+)\//).flatMap { Double($0.1) })
    }
  }

  @Test("100 ms of delay are 100 ms of round trip")
  func delay() throws {
    var netem = Netem()
    netem.delayNanoseconds = 100_000_000
    let bench = try Bench(netem)
    let (received, average) = try bench.ping(count: 5, interval: "0.2")
    #expect(received == 5)
    // One way only. Never less than asked; user-mode Linux adds at most one of its ticks of 10 ms on the way out and one
    // back (0.9 ms were measured).
    #expect(average.map { (100...120).contains($0) } == true, "average \(average ?? -1) ms")
  }

  @Test("a change takes hold at once: everything lost, then nothing")
  func lossAndBack() throws {
    var netem = Netem()
    netem.lossFraction = .max
    let bench = try Bench(netem)
    #expect(try bench.ping(count: 5, interval: "0.05").received == 0)
    let lost = try #require(try bench.route.qdiscs(interface: bench.index).first).statistics
    #expect(lost.drops == 5 && lost.packets == 0, "counted, and ping was not told: \(lost)")
    try bench.change(Netem())
    #expect(try bench.ping(count: 5, interval: "0.05").received == 5)
  }

  @Test("10 % of loss lose about a tenth")
  func someLoss() throws {
    var netem = Netem()
    netem.lossFraction = 0x1999_999a
    let bench = try Bench(netem)
    let count = 2000
    let received = try bench.ping(count: count, interval: "0").received
    // Binomial: 200 lost, standard deviation √(2000 × 0.1 × 0.9) = 13.4; 5 of them are passed once in 1.7 million runs.
    #expect((133...267).contains(count - received), "\(count - received) of \(count) lost")
  }

  @Test("a slow rate takes its time for each packet")
  func rate() throws {
    var netem = Netem()
    // 98 bytes on the wire (56 of ping, 8 ICMP, 20 IP, 14 Ethernet) at 980 bytes a second take 100 ms.
    netem.rateBytesPerSecond = 980
    let bench = try Bench(netem)
    let (received, average) = try bench.ping(count: 3, interval: "0.4")
    #expect(received == 3)
    // As for the delay: at most two ticks of 10 ms more.
    #expect(average.map { (100...120).contains($0) } == true, "average \(average ?? -1) ms")
  }
}

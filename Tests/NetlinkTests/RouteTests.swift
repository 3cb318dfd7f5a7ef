import LinuxSystem
import TestSupport
import Testing

@testable import Netlink

@Suite("Addresses, routes and neighbours, live")
struct RouteTests {
  private func prefix(_ text: String) throws -> IPPrefix { try #require(IPPrefix(text)) }
  private func ip(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

  @Test(
    "addresses are added without duplicate address detection, and removed",
    arguments: ["192.0.2.2/24", "2001:db8::2/64"])
  func addresses(text: String) throws {
    let bench = try VethBench()
    try bench.route.addAddress(try prefix(text), to: bench.a)
    let facts = try #require(try bench.route.addresses().first { $0.prefix.description == text })
    #expect(facts.interfaceIndex == bench.a && facts.scope == 0 && facts.peer == nil)
    #expect(!facts.isTentative && !facts.dadFailed && !facts.isDeprecated)
    #expect(try bench.shell("ip", "-o", "address", "show", "dev", "a").contains(" \(text) "))

    let twice = #expect(throws: NetlinkError.self) { try bench.route.addAddress(try prefix(text), to: bench.a) }
    #expect(twice?.code == .exists)
    try bench.route.removeAddress(try prefix(text), from: bench.a)
    #expect(try bench.route.addresses().allSatisfy { $0.prefix.description != text })
    let gone = #expect(throws: NetlinkError.self) { try bench.route.removeAddress(try prefix(text), from: bench.a) }
    #expect(gone?.code == .noSuchAddress)
  }

  @Test(
    "default routes are added, replaced, read and removed",
    arguments: [
      ("192.0.2.2/24", "192.0.2.1", "192.0.2.9", "198.51.100.7"),
      ("2001:db8::2/64", "2001:db8::1", "2001:db8::9", "2001:db8:1::7"),
    ])
  func routes(own: String, gateway: String, other: String, target: String) throws {
    let bench = try VethBench()
    let own = try prefix(own)
    try bench.route.addAddress(own, to: bench.a)
    let before = #expect(throws: NetlinkError.self) { try bench.route.lookUpRoute(to: try ip(target)) }
    #expect(before?.code == .networkUnreachable)

    try bench.route.addRoute(
      destination: nil, gateway: try ip(gateway), interface: bench.a, metric: 50, preferredSource: own.address)
    let facts = try bench.route.lookUpRoute(to: try ip(target))
    #expect(facts.destination == nil && facts.gateway?.description == gateway && facts.interfaceIndex == bench.a)
    #expect(facts.metric == 50 && facts.preferredSource == own.address && facts.kind == .unicast && facts.table == 254)
    #expect(facts.protocolNumber == 4, "RTPROT_STATIC")
    #expect(try bench.route.routes().contains(facts))

    let twice = #expect(throws: NetlinkError.self) {
      try bench.route.addRoute(destination: nil, gateway: try ip(gateway), interface: bench.a, metric: 50)
    }
    #expect(twice?.code == .exists)

    try bench.route.replaceRoute(destination: nil, gateway: try ip(other), interface: bench.a, metric: 50)
    let family = own.address.family == .ipv4 ? "-4" : "-6"
    let witness = try bench.json("ip", family, "-j", "route", "show", "default")
    #expect(witness.map { $0["gateway"].text } == [other], "replaced, not added")
    #expect(witness.first?["metric"].integer == 50)

    try bench.route.removeRoute(destination: nil, gateway: try ip(other), interface: bench.a, metric: 50)
    let gone = #expect(throws: NetlinkError.self) {
      try bench.route.removeRoute(destination: nil, gateway: try ip(other), interface: bench.a, metric: 50)
    }
    #expect(gone?.code == .noSuchEntry)
  }

  @Test("a route needs no gateway, but a family")
  func withoutGateway() throws {
    let bench = try VethBench()
    let destination = try prefix("198.51.100.0/24")
    try bench.route.addRoute(destination: destination, gateway: nil, interface: bench.a, metric: 0)
    let facts = try bench.route.lookUpRoute(to: try ip("198.51.100.1"))
    #expect(facts.destination == destination && facts.gateway == nil && facts.scope == 253)
    try bench.route.removeRoute(destination: destination, gateway: nil, interface: bench.a, metric: 0)
    #expect(try bench.route.routes().allSatisfy { $0.destination != destination })
    let none = #expect(throws: NetlinkError.self) {
      try bench.route.addRoute(destination: nil, gateway: nil, interface: bench.a, metric: 0)
    }
    #expect(none?.code == .invalid)
  }

  @Test(
    "each way of having no route is told apart",
    arguments: [
      ("unreachable", NetlinkError.Code.hostUnreachable, RouteFacts.Kind.unreachable),
      ("prohibit", .prohibited, .prohibit), ("blackhole", .invalid, .blackhole),
    ])
  func refusingRoutes(word: String, code: NetlinkError.Code, kind: RouteFacts.Kind) throws {
    let bench = try VethBench()
    try bench.shell("ip", "route", "add", word, "198.51.100.0/24")
    let error = #expect(throws: NetlinkError.self) { try bench.route.lookUpRoute(to: try ip("198.51.100.1")) }
    #expect(error?.code == code)
    let facts = try bench.route.routes().first { $0.destination?.description == "198.51.100.0/24" }
    #expect(facts?.kind == kind)
  }

  @Test("a multipath route is listed once for each next hop", arguments: ["-4", "-6"])
  func multipath(family: String) throws {
    let bench = try VethBench()
    let (net, hops) =
      family == "-4"
      ? ("198.51.100.0/24", ["192.0.2.1", "203.0.113.1"]) : ("2001:db8:5::/48", ["2001:db8:1::1", "2001:db8:2::1"])
    for (hop, index) in zip(hops, [bench.a, bench.b]) {
      let length: UInt8 = family == "-4" ? 24 : 64
      let own = try ip(hop.dropLast() + "2")
      try bench.route.addAddress(try #require(IPPrefix(own, length: length)), to: index)
    }
    try bench.shell(
      "ip", family, "route", "add", net, "nexthop", "via", hops[0], "dev", "a", "nexthop", "via", hops[1], "dev", "b")
    let routes = try bench.route.routes().filter { $0.destination?.description == net }
    #expect(Set(routes.compactMap { $0.gateway?.description }) == Set(hops))
    #expect(Set(routes.compactMap(\.interfaceIndex)) == [bench.a, bench.b])
  }

  @Test("without carrier a route is marked")
  func linkDown() async throws {
    let bench = try VethBench()
    try bench.route.addAddress(try prefix("192.0.2.2/24"), to: bench.a)
    try bench.route.setLink(bench.b, up: false)
    try await waitUntil("the route is marked") {
      try bench.route.routes().contains { $0.destination?.description == "192.0.2.0/24" && $0.isLinkDown }
    }
  }

  @Test("neighbours are permanent and can be set again", arguments: ["192.0.2.1", "2001:db8::1"])
  func neighbours(text: String) throws {
    let bench = try VethBench()
    for hardware in ["02:00:5e:00:53:01", "02:00:5e:00:53:02"] {
      try bench.route.setPermanentNeighbour(
        try ip(text), try #require(HardwareAddress(hardware)), interface: bench.a)
      let witness = try bench.json("ip", "-j", "neighbour", "show", text, "dev", "a")
      #expect(witness.map { $0["lladdr"].text } == [hardware])
      #expect(witness.first?["state"].texts == ["PERMANENT"])
    }
  }
}

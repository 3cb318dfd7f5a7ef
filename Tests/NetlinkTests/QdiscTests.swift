import CNetlink
import TestSupport
import Testing

@testable import Netlink

@Suite("Qdiscs and classes, live")
struct QdiscTests {
  @Test("a tbf is held as told, seen by tc and by the own parser")
  func tokenBucket() throws {
    let bench = try VethBench()
    let bucket = TokenBucket(rateBytesPerSecond: 97_500, burstBytes: 1600, limitBytes: 75_700)
    try bench.route.addQdisc(.tokenBucket(bucket), to: bench.a, parent: .root, handle: TrafficHandle(0x4c43))
    let facts = try bench.qdisc()
    #expect(facts.kind == "tbf" && facts.handle == TrafficHandle(0x4c43) && facts.parent == .root)
    #expect(facts.configuration == .tokenBucket(bucket))

    let witness = try bench.json("tc", "-j", "qdisc", "show", "dev", "a")[0]
    #expect(witness["handle"].text == "4c43:")
    #expect(witness["options"]["rate"].integer == 97_500)
    // Both directions in whole ticks of 64 ns, which tc cuts and the own parser rounds.
    #expect([1599, 1600].contains(witness["options"]["burst"].integer))

    let wider = TokenBucket(rateBytesPerSecond: 6_000_000_000, burstBytes: 1_000_000, limitBytes: 2_000_000)
    try bench.route.changeQdisc(.tokenBucket(wider), to: bench.a, parent: .root, handle: TrafficHandle(0x4c43))
    let changed = try bench.qdisc()
    guard case .tokenBucket(let held)? = changed.configuration else {
      Issue.record("no tbf: \(changed)")
      return
    }
    #expect(held.rateBytesPerSecond == 6_000_000_000, "beyond 32 bits")
    // A tick of 64 ns is 384 bytes at this rate; the burst is cut to whole ticks.
    #expect((wider.burstBytes - 384...wider.burstBytes).contains(held.burstBytes))
  }

  @Test(
    "tbf as tc shows it",
    arguments: [
      // From tc's own cases 6430 and 239b; 100 ms of 2500 B/s are 250 bytes above the burst.
      (
        TokenBucket(rateBytesPerSecond: 1250, burstBytes: 1500, limitBytes: 1000), "rate 10Kbit burst 1500b limit 1000b"
      ),
      (TokenBucket(rateBytesPerSecond: 2500, burstBytes: 1500, limitBytes: 1750), "rate 20Kbit burst 1500b lat 100ms"),
    ])
  func tokenBucketText(bucket: TokenBucket, words: String) throws {
    let bench = try VethBench()
    try bench.route.addQdisc(.tokenBucket(bucket), to: bench.a, parent: .root, handle: TrafficHandle(1))
    #expect(try bench.shell("tc", "qdisc", "show", "dev", "a").contains(words))
  }

  @Test("an htb with a class is held as told, with 64-bit rates")
  func htb() throws {
    let bench = try VethBench()
    try bench.route.addQdisc(.htb(defaultClass: 0x10), to: bench.a, parent: .root, handle: TrafficHandle(1))
    #expect(try bench.qdisc().configuration == .htb(defaultClass: 0x10))
    try bench.route.addClass(
      RateClass(rateBytesPerSecond: 5_000_000_000, burstBytes: 1_000_000), to: bench.a, parent: TrafficHandle(1),
      handle: TrafficHandle(1, 0x10))
    // 1 000 000 bytes take 200 µs, 3125 ticks: exact. tc 6.1 prints classes as text only.
    let words = try bench.shell("tc", "-d", "class", "show", "dev", "a")
    #expect(words.contains("class htb 1:10 root prio 0 quantum 60000 rate 40Gbit ceil 40Gbit "))
    #expect(words.contains(" burst 1000000b/") && words.contains(" cburst 1000000b/"))
  }

  @Test("htb classes as tc shows them, from tc's own case b924")
  func htbText() throws {
    let bench = try VethBench()
    try bench.route.addQdisc(.htb(defaultClass: 0), to: bench.a, parent: .root, handle: TrafficHandle(1))
    try bench.route.addClass(
      RateClass(rateBytesPerSecond: 2500, burstBytes: 1000), to: bench.a, parent: TrafficHandle(1),
      handle: TrafficHandle(1, 1))
    let words = try bench.shell("tc", "class", "show", "dev", "a")
    #expect(words.contains("class htb 1:1 root prio 0 rate 20Kbit ceil 20Kbit burst 1000b cburst 1000b"))
  }

  @Test("a blackhole drops silently and counts")
  func blackhole() throws {
    let bench = try VethBench(ipv6: false)
    try bench.route.addAddress(try #require(IPPrefix("192.0.2.2/24")), to: bench.a)
    try bench.route.setPermanentNeighbour(
      try #require(IPAddress("192.0.2.1")), try #require(HardwareAddress("02:00:5e:00:53:01")), interface: bench.a)
    try bench.route.addQdisc(.blackhole, to: bench.a, parent: .root, handle: TrafficHandle(1))
    #expect(try bench.qdisc().configuration == .blackhole)
    let before = try bench.qdisc().statistics.drops
    // bash opens a datagram socket and writes once; it would say so if the sender were told.
    try bench.shell("bash", "-c", "echo x >/dev/udp/192.0.2.1/9")
    #expect(try bench.qdisc().statistics.drops == before + 1)
  }

  @Test("what is there is not added again, is replaced, and is removed once")
  func lifecycle() throws {
    let bench = try VethBench()
    let bucket = Qdisc.tokenBucket(TokenBucket(rateBytesPerSecond: 1000, burstBytes: 1600, limitBytes: 3000))
    try bench.route.addQdisc(bucket, to: bench.a, parent: .root, handle: TrafficHandle(1))
    let twice = #expect(throws: NetlinkError.self) {
      try bench.route.addQdisc(bucket, to: bench.a, parent: .root, handle: TrafficHandle(1))
    }
    #expect(twice?.code == .exists)
    try bench.route.replaceQdisc(.htb(defaultClass: 0), on: bench.a, parent: .root, handle: TrafficHandle(2))
    #expect(try bench.qdisc().handle == TrafficHandle(2))
    try bench.route.removeQdisc(interface: bench.a, parent: .root)
    #expect(try bench.route.qdiscs(interface: bench.a).map(\.kind) == ["noqueue"])
    let gone = #expect(throws: NetlinkError.self) { try bench.route.removeQdisc(interface: bench.a, parent: .root) }
    #expect(gone?.code == .notFound)
    let change = #expect(throws: NetlinkError.self) {
      try bench.route.changeQdisc(bucket, to: bench.a, parent: .root, handle: TrafficHandle(1))
    }
    #expect(change?.code == .notFound)
    #expect(change?.isUnknownKind == false, "the kind is known, the qdisc is not there")
  }

  @Test("the ingress qdisc, once, from tc's own cases 9872 and 74f6")
  func ingress() throws {
    let bench = try VethBench()
    try bench.route.addQdisc(.ingress, to: bench.a, parent: .ingress, handle: .ingressHandle)
    #expect(try bench.shell("tc", "qdisc", "show", "dev", "a").contains("qdisc ingress ffff:"))
    #expect(try bench.qdisc(.ingress).configuration == .ingress)
    let twice = #expect(throws: NetlinkError.self) {
      try bench.route.addQdisc(.ingress, to: bench.a, parent: .ingress, handle: .ingressHandle)
    }
    #expect(twice?.code == .exists)
  }

  @Test("a kind that the kernel lacks is told apart from what is merely not there")
  func unknownKind() throws {
    let bench = try VethBench()
    var header = tcmsg()
    header.tcm_ifindex = bench.a
    header.tcm_parent = TrafficHandle.root.rawValue
    let message = Message(Int(RTM_NEWQDISC), NLM_F_CREATE | NLM_F_EXCL, header)
    message.put(Int(TCA_KIND), string: "nosuchkind")
    let error = #expect(throws: NetlinkError.self) { try bench.route.connection.transact("add nosuchkind", message) }
    #expect(error?.isUnknownKind == true)
    #expect(
      error?.description == "Cannot add nosuchkind: No such file or directory (Specified qdisc kind is unknown).")

    let link = Message(Int(RTM_NEWLINK), NLM_F_CREATE | NLM_F_EXCL, ifinfomsg())
    let information = nla_nest_start(link.pointer, Int32(IFLA_LINKINFO))
    link.put(Int(IFLA_INFO_KIND), string: "nosuchkind")
    nla_nest_end(link.pointer, information)
    let other = #expect(throws: NetlinkError.self) { try bench.route.connection.transact("add nosuchkind", link) }
    #expect(other?.isUnknownKind == true)
  }
}

import LinuxSystem
import Netlink
import Profiles
import Testing

@testable import Conditioner

/// What the kernel holds after each profile, and what a profile for one family does to both.
@Suite("The kernel engine's changes", .needsNetem, .serialized)
struct KernelEngineNetemTests {
  private static func chance(_ percent: Double) throws -> Probability { try #require(Probability(percent: percent)) }

  /// Everything that netem can do, in several profiles.
  private static func profiles() throws -> [Profile] {
    let chain = FourStateModel(
      p13: try chance(1), p31: try chance(70), p32: try chance(30), p23: try chance(40), p14: try chance(2))
    var full = LinkConditions(rate: .megabits(5), delay: .milliseconds(80))
    full.jitter = Jitter(deviation: .milliseconds(10), distribution: .paretonormal, correlation: try chance(25))
    full.duplicate = try chance(2)
    full.reordering = Reordering(chance: try chance(5), gap: 3)
    full.corrupt = try chance(0.5)
    full.loss = .bursts(ratio: try chance(4), averageLength: 4)
    let unordered = LinkConditions(
      delay: .milliseconds(30), jitter: Jitter(deviation: .milliseconds(5)), keepsOrder: false, loss: .fourState(chain))
    return [
      Profile(name: "Full", downlink: full, uplink: unordered, dnsDelay: .milliseconds(300)),
      Profile(name: "Swapped", downlink: unordered, uplink: full),
      Profile(name: "Late", downlink: LinkConditions(delay: .seconds(300), loss: .total)),
      Profile(name: "IPv6 alone", downlink: full, uplink: unordered, family: .ipv6),
      Profile(name: "IPv4 alone", downlink: unordered, uplink: full, dnsDelay: .milliseconds(100), family: .ipv4),
      .unconditioned,
    ]
  }

  // `apply` reads every field back and throws where one differs, so what is tested is that the kernel takes them all.
  @Test("each profile after each other is taken and read back")
  func readBack() async throws {
    let profiles = try Self.profiles()
    try await Lab.with(options: LabOptions(engine: .kernel)) { lab in
      for first in profiles {
        for second in profiles {
          try await lab.apply(first)
          try await lab.apply(second)
        }
      }
      let facts = try await lab.counters()
      #expect(facts.downlink.droppedByQueue == 0)
    }
  }

  @Test("with a seed the same packets are lost again, with another one others")
  func seed() async throws {
    guard try await Capabilities.probe().has(.netemSeed) else {
      try Test.cancel("this kernel's netem takes no seed; Linux 6.6 and later do")
    }
    let profile = Profile(name: "Lossy", uplink: LinkConditions(loss: .independent(try Self.chance(30))))
    var answered: [String] = []
    for seed in [1, 1, 2] as [UInt64] {
      let text = try await Lab.with(options: LabOptions(engine: .kernel, seed: seed)) { lab in
        // Whatever else comes draws too.
        _ = try await Self.quiet(lab, for: .seconds(2))
        try await lab.apply(profile)
        return try await lab.run(["ping", "-n", "-c", "100", "-i", "0.01", "-W", "2", lab.originAddresses[0]])
          .standardOutput
      }
      answered.append(text.matches(of: /icmp_seq=(\d+)/).map { String($0.1) }.joined(separator: " "))
    }
    // 70 of 100 are answered, with a standard deviation of 4.6: 4.9 of them are 23.
    #expect((47...93).contains(answered[0].split(separator: " ").count), "\(answered[0])")
    #expect(answered[0] == answered[1])
    #expect(answered[0] != answered[2])
  }

  @Test("what is lost counts among what was offered, in packets and bytes")
  func offered() async throws {
    let profile = Profile(name: "Lost", uplink: LinkConditions(loss: .total))
    try await Lab.with(profile, options: LabOptions(engine: .kernel)) { lab in
      let (before, after) = try await Self.aroundFivePings(lab)
      #expect(after.deliveredPackets == before.deliveredPackets && after.deliveredBytes == before.deliveredBytes)
      #expect(after.offeredPackets >= before.offeredPackets + 5)
      #expect(after.offeredBytes >= before.offeredBytes + 5 * 98)
      #expect(after.offeredBytes - before.offeredBytes <= (after.offeredPackets - before.offeredPackets) * 1514)
    }
  }

  @Test("a second packet was offered by nobody, and is counted whether the kernel says so or not")
  func seconds() async throws {
    let profile = Profile(name: "Twice", uplink: LinkConditions(duplicate: .one))
    try await Lab.with(profile, options: LabOptions(engine: .kernel)) { lab in
      let (before, after) = try await Self.aroundFivePings(lab)
      let offered = after.offeredPackets - before.offeredPackets
      #expect(offered >= 5 && after.deliveredPackets - before.deliveredPackets == 2 * offered)
      #expect(try #require(after.duplicated) - (before.duplicated ?? 0) == offered)
    }
  }

  /// The uplink's counters before and after five pings of 98 bytes.
  private static func aroundFivePings(_ lab: Lab) async throws -> (before: LinkCounters.Lane, after: LinkCounters.Lane)
  {
    let before = try await quiet(lab)
    _ = try await lab.run(["ping", "-q", "-c", "5", "-i", "0.2", "-W", "1", lab.originAddresses[0]])
    return (before, try await quiet(lab))
  }

  /// The uplink's counters once nothing comes: what the client's kernel says of itself when its interface is new has passed,
  /// and no frame is between the counter of one interface and that of the next.
  private static func quiet(_ lab: Lab, for pause: Duration = .milliseconds(300)) async throws -> LinkCounters.Lane {
    var last = try await lab.counters().uplink
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      try await Task.sleep(for: pause)
      let now = try await lab.counters().uplink
      if now == last { return now }
      last = now
    }
    Issue.record("the link was never quiet")
    return last
  }

  @Test("conditions for one family leave the other alone")
  func family() async throws {
    let lane = LinkConditions(delay: .milliseconds(40))
    try await Lab.with(options: LabOptions(engine: .kernel)) { lab in
      try #require(lab.hasIPv6, "this kernel has no IPv6")
      for family in [ProtocolFamily.ipv4, .ipv6, .any] {
        try await lab.apply(
          Profile(name: "One", downlink: lane, uplink: lane, dnsDelay: .milliseconds(100), family: family))
        for (address, own) in zip(lab.originAddresses, [ProtocolFamily.ipv4, .ipv6]) {
          let isMeant = family == .any || family == own
          let ping = try await lab.run(["ping", "-q", "-c", "3", "-i", "0.2", address])
          let fastest = try #require(Self.minimum(ping.standardOutput), "ping said: \(ping.standardOutput)")
          // 40 ms each way; this kernel takes up to 15 ms to wake a process.
          #expect(isMeant ? (80..<95).contains(fastest) : fastest < 15, "\(family), \(address): \(fastest) ms")
          // The fastest of three: dig's clock runs while this slow kernel starts it.
          var query = Double.infinity
          for _ in 0..<3 {
            let dig = try await lab.run(["dig", "-u", "+tries=1", "+time=8", "@\(address)", "origin.test"])
            query = min(query, try #require(Self.queryTime(dig.standardOutput), "dig said: \(dig.standardOutput)"))
          }
          #expect(isMeant ? (175..<230).contains(query) : query < 50, "\(family), \(address): query \(query) ms")
        }
      }
    }
  }

  @Test("a change by someone else is noticed before the next profile, by its field")
  func someoneElse() async throws {
    let namespace = try NetworkNamespace.create(name: "lc-else")
    let route = try await namespace.perform { try RouteSocket() }
    try route.addVethPair(VethEnd(name: "a"), VethEnd(name: "b"))
    let index = try #require(try route.link(named: "a")).index
    var lane = try KernelLane("uplink", on: index, KernelPlan.open, route)
    try lane.check(route)
    var other = KernelPlan.open
    other.delayNanoseconds = 5_000_000
    try route.changeQdisc(.netem(other), to: index, parent: .root, handle: KernelPlan.handle)
    let changed = #expect(throws: LabError.self) { try lane.check(route) }
    #expect(changed?.cause.contains("delay: asked 0 ns, the kernel holds 5000000 ns") == true)
    try route.removeQdisc(interface: index, parent: .root)
    let gone = #expect(throws: LabError.self) { try lane.check(route) }
    #expect(gone?.cause.contains("someone removed it") == true)
    #expect(throws: (any Error).self) { try lane.change(to: KernelPlan.open, route) }
  }

  @Test("a refused change leaves the old attributes, although the kernel applied half of it")
  func refused() async throws {
    let namespace = try NetworkNamespace.create(name: "lc-half")
    let route = try await namespace.perform { try RouteSocket() }
    try route.addVethPair(VethEnd(name: "a"), VethEnd(name: "b"))
    let index = try #require(try route.link(named: "a")).index
    var old = KernelPlan.open
    old.delayNanoseconds = 20_000_000
    var lane = try KernelLane("uplink", on: index, old, route)
    // A second netem below makes kernels with the restriction refuse `duplicate`; others take it, which is as well.
    try route.addQdisc(
      .netem(KernelPlan.open), to: index, parent: TrafficHandle(0x4c43, 1), handle: TrafficHandle(0x4c44))
    var twice = KernelPlan.open
    twice.delayNanoseconds = 70_000_000
    twice.duplicateFraction = 1000
    do {
      try lane.change(to: twice, route)
      #expect(lane.held == twice)
    } catch let error as LabError {
      #expect(error.kind == .missingPiece && error.advice?.contains("another netem") == true)
      try lane.check(route)
      #expect(lane.held == old)
    }
  }

  @Test("duplicates at a rate take their time on the wire once, and do not come back for more")
  func duplicatesAtARate() async throws {
    let lane = LinkConditions(
      rate: .megabits(1), delay: .milliseconds(20), duplicate: try #require(Probability(fraction: 0.3)))
    let profile = Profile(name: "twice", downlink: lane, uplink: lane)
    try await Lab.with(profile, options: LabOptions(engine: .kernel)) { lab in
      let ping = try await lab.run(["ping", "-c", "100", "-i", "0.05", lab.originAddresses[0]])
      let text = ping.standardOutput
      #expect(text.contains("100 packets transmitted, 100 received"), "\(text.suffix(400))")
      // 30 % of the requests and of all replies: 0.3 + 1.3 × 0.3, or 69, with a deviation of some 7.
      let twice = text.split(separator: "\n").count { $0.contains("(DUP!)") }
      #expect((30...110).contains(twice), "\(twice) of 100 came twice")
      // 98 bytes take 0.8 ms of each wire: at most 41.6 ms and three frames more. Were each duplicate given to the qdisc's
      // head again with its chance, the link would fill: this kernel wakes a process within some 15 ms.
      let slowest = try #require(text.firstMatch(of: /= [\d.]+\/[\d.]+\/([\d.]+)\//).flatMap { Double($0.1) })
      #expect(slowest < 80, "\(slowest) ms")
    }
  }

  private static func minimum(_ text: String) -> Double? {
    text.firstMatch(of: /= ([\d.]+)\//).flatMap { Double($0.1) }
  }

  private static func queryTime(_ text: String) -> Double? {
    text.firstMatch(of: /Query time: (\d+) usec/).flatMap { Double($0.1) }.map { $0 / 1000 }
  }
}

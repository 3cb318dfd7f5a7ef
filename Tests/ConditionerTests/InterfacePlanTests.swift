import LinuxSystem
import Netlink
import Profiles
import Testing

@testable import Conditioner

@Suite("What is planned for an existing interface")
struct InterfacePlanTests {
  private static let whole = Capabilities(
    kernelRelease: "6.1", answers: Capabilities.Piece.allCases.map { Capabilities.Answer($0, refusal: nil) })

  private static func lacking(_ pieces: Capabilities.Piece...) -> Capabilities {
    Capabilities(
      kernelRelease: "6.18.4",
      answers: Capabilities.Piece.allCases.map {
        Capabilities.Answer($0, refusal: pieces.contains($0) ? "Specified qdisc kind is unknown." : nil)
      })
  }

  private static let device = InterfaceFacts(link: LinkFacts(index: 7, name: "eth0", flags: [.up, .lowerUp]))

  private static func request(
    _ profile: Profile, _ direction: AppliedDirection = .both, isForced: Bool = false
  ) -> InterfaceRequest {
    InterfaceRequest(profile: profile, device: "eth0", direction: direction, isForced: isForced)
  }

  private static let lane = LinkConditions(rate: .kilobits(240), delay: .milliseconds(400))
  private static let slow = Profile(name: "Slow", downlink: LinkConditions(rate: .megabits(2)), uplink: lane)

  @Test("both ways: what comes in by an ifb of its own name, what goes out at the root")
  func both() throws {
    let plan = try InterfacePlan(Self.request(Self.slow), Self.device, Self.whole)
    #expect(
      plan.commands == [
        "ip link add lcd7 type ifb", "tc qdisc add dev lcd7 root handle 4c43: netem limit 50 rate 2000000bit",
        "ip link set dev lcd7 addrgenmode none", "ip link set dev lcd7 up", "tc qdisc add dev eth0 clsact",
        "tc filter add dev eth0 ingress protocol all prio 19523 u32 match u32 0x0 0x0 at 0 action mirred egress redirect dev lcd7",
        "tc qdisc add dev eth0 root handle 4c43: netem limit 58 delay 400ms rate 240000bit",
      ])
    #expect(plan.warnings.isEmpty)
  }

  @Test("without IPv6 an ifb has no address to make")
  func withoutIPv6() throws {
    var facts = Self.device
    facts.hasIPv6 = false
    let commands = try InterfacePlan(Self.request(Self.slow), facts, Self.whole).commands
    #expect(commands.count == 6 && !commands.contains { $0.contains("addrgenmode") })
  }

  @Test("each line enters the interface's namespace, by its name or its path")
  func namespaces() throws {
    for (words, before) in [
      ("blue", "ip netns exec blue tc "), ("a b", "ip netns exec 'a b' tc "),
      ("12", "nsenter --net=/proc/12/ns/net tc "),
      ("/run/x/ns", "nsenter --net=/run/x/ns tc "),
    ] {
      var plan = try InterfacePlan(Self.request(Self.slow, .uplink), Self.device, Self.whole)
      plan.enter(NamespaceReference(words))
      #expect(plan.commands.count == 2 && plan.commands.allSatisfy { $0.hasPrefix(before) }, "\(plan.commands)")
    }
    #expect(NamespaceReference("./ns").argument == SystemFile.currentFolder + "/./ns")
  }

  @Test("that the other end of a pair joins packets is said where each of them is to have its own fate")
  func otherEnd() throws {
    var facts = Self.device
    func warnings(_ profile: Profile, _ direction: AppliedDirection = .both) throws -> String {
      try InterfacePlan(Self.request(profile, direction), facts, Self.whole).warnings.joined(separator: "\n")
    }
    facts.otherEnd = OtherEnd(name: "far", joinsPackets: true)
    #expect(try warnings(Self.slow).contains("'ethtool -K far tso off gso off tx-udp-segmentation off' there"))
    #expect(try warnings(Self.slow, .uplink).isEmpty)
    #expect(try warnings(Profile(name: "D", downlink: LinkConditions(delay: .seconds(1)))).isEmpty)
    #expect(try warnings(Profile(name: "L", downlink: LinkConditions(loss: .total))).isEmpty)
    facts.otherEnd = OtherEnd()
    #expect(try warnings(Self.slow).contains("ethtool -K NAME"))
    facts.otherEnd = OtherEnd(name: "far", joinsPackets: false)
    #expect(try warnings(Self.slow).isEmpty)
  }

  @Test("what stands in the default route's place counts as one: its halves, and the eighths of IPv6")
  func defaultRoutes() throws {
    for (text, isDefault) in [
      (nil, true), ("0.0.0.0/1", true), ("128.0.0.0/1", true), ("10.0.0.0/8", false), ("64.0.0.0/2", false),
      ("::/3", true), ("8000::/1", true), ("2000::/3", true), ("fc00::/7", false),
    ] as [(String?, Bool)] {
      let destination = try text.map { try #require(IPPrefix($0)) }
      let route = RouteFacts(family: text?.contains(":") == true ? .ipv6 : .ipv4, destination: destination)
      #expect(InterfaceFacts.isDefault(route) == isDefault, "\(text ?? "default")")
    }
  }

  @Test("the way out names the profile as the user did")
  func profileWord() throws {
    var request = Self.request(Self.slow)
    request.profileWord = "my files/slow.plist"
    let error = #expect(throws: LabError.self) { try InterfacePlan(request, Self.device, Self.lacking(.netem)) }
    #expect(error?.advice?.contains("linkcond run 'my files/slow.plist' -- COMMAND") == true, "\(error?.advice ?? "")")
  }

  @Test("one way leaves the other alone")
  func oneWay() throws {
    let uplink = try InterfacePlan(Self.request(Self.slow, .uplink), Self.device, Self.whole)
    // The place of filters is there for the day on which there is a downlink too.
    #expect(uplink.steps == [.hook(.clsact), .root(.netem(Netem(Self.lane)))])
    #expect(
      try InterfacePlan(Self.request(Self.slow, .uplink), Self.device, Self.lacking(.clsact)).steps == [
        .root(.netem(Netem(Self.lane)))
      ])
    let downlink = try InterfacePlan(Self.request(Self.slow, .downlink), Self.device, Self.whole)
    #expect(!downlink.steps.contains { if case .root = $0 { true } else { false } })
    let nothing = try InterfacePlan(Self.request(.unconditioned), Self.device, Self.whole)
    #expect(nothing.steps.isEmpty && nothing.warnings == ["The profile does nothing to packets of that direction."])
  }

  @Test("the name of an interface is one word of each line, whatever is in it", arguments: ["$(id)", "a;b", "it's"])
  func quoting(name: String) throws {
    var facts = Self.device
    facts.link.name = name
    facts.offloads = ["tx-gso"]
    let request = InterfaceRequest(profile: Self.slow, device: name, direction: .both, isForced: false)
    let commands = try InterfacePlan(request, facts, Self.whole).commands
    let quoted = name == "it's" ? #"'it'\''s'"# : "'\(name)'"
    // ethtool, the hook, the redirect and the root; the other lines are about the ifb.
    #expect(commands.filter { $0.contains(" \(quoted) ") }.count == 4, "\(commands)")
    #expect(commands.filter { $0.contains(name) && !$0.contains(" \(quoted) ") }.isEmpty, "\(commands)")
  }

  @Test("offloads that join packets are turned off first")
  func offloads() throws {
    var facts = Self.device
    facts.offloads = ["tx-tcp-segmentation", "rx-gro"]
    let plan = try InterfacePlan(Self.request(Self.slow), facts, Self.whole)
    #expect(plan.commands.first == "ethtool -K eth0 tx-tcp-segmentation off rx-gro off")
    #expect(try InterfacePlan(Self.request(.unconditioned), facts, Self.whole).steps.isEmpty)
  }

  @Test("conditions for one family and the DNS delay take detours on the way out")
  func detours() throws {
    var profile = Self.slow
    profile.family = .ipv6
    let family = try InterfacePlan(Self.request(profile), Self.device, Self.whole)
    #expect(family.commands.contains { $0.contains("egress protocol ipv6 prio 19523") && $0.hasSuffix("dev lcu7") })
    #expect(family.commands.contains { $0.contains("ingress protocol ipv6") && $0.hasSuffix("dev lcd7") })
    #expect(!family.commands.contains { $0.contains("dev eth0 root") })
    profile.family = .any
    profile.dnsDelay = .milliseconds(300)
    let names = try InterfacePlan(Self.request(profile), Self.device, Self.whole)
    #expect(
      names.commands.contains(
        "tc qdisc add dev lcq7 root handle 4c43: netem limit 100000 delay 300ms rate 40000000000bit"))
    #expect(names.commands.filter { $0.contains("egress") && $0.hasSuffix("redirect dev lcq7") }.count == 2)
    profile.family = .ipv4
    #expect(throws: LabError.self) { try InterfacePlan(Self.request(profile), Self.device, Self.whole) }
  }

  @Test(
    "without netem: a rate alone by tbf, 100 % by blackhole, anything else is refused with module, kernel and way out")
  func withoutNetem() throws {
    let kernel = Self.lacking(.netem)
    let rate = Profile(name: "Rate", uplink: LinkConditions(rate: .megabits(1)))
    let plan = try InterfacePlan(Self.request(rate), Self.device, kernel)
    // 50 frames of 1514 bytes wait.
    #expect(plan.commands == ["tc qdisc add dev eth0 root handle 4c43: tbf rate 1000000bit burst 1514 limit 75700"])
    #expect(plan.warnings.count == 1)
    let fast = Profile(name: "Fast", uplink: LinkConditions(rate: .megabits(100)))
    // 12.5 MB/s for the 4 ms between two ticks.
    #expect(try InterfacePlan(Self.request(fast), Self.device, kernel).commands[0].contains("burst 50000 "))
    let lost = try InterfacePlan(
      Self.request(Profile(name: "Lost", downlink: Self.lane, uplink: LinkConditions(loss: .total)), .uplink),
      Self.device, kernel)
    #expect(lost.steps == [.root(.blackhole)])
    let error = #expect(throws: LabError.self) { try InterfacePlan(Self.request(Self.slow), Self.device, kernel) }
    let text = try #require(error).description
    #expect(error?.kind == .missingPiece)
    for part in ["sch_netem", "6.18.4", "Specified qdisc kind is unknown", "linkcond run Slow -- COMMAND"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(throws: LabError.self) {
      try InterfacePlan(
        Self.request(
          Profile(
            name: "Q", uplink: LinkConditions(rate: .megabits(1), queue: Queue(depth: .packets(9), kind: .dropHead)))),
        Self.device, kernel)
    }
  }

  @Test("without ifb only what goes out can be conditioned; without clsact the ingress qdisc does for what comes in")
  func withoutIfb() throws {
    let error = #expect(throws: LabError.self) {
      try InterfacePlan(Self.request(Self.slow), Self.device, Self.lacking(.ifb))
    }
    #expect(error?.cause.contains("module ifb") == true)
    #expect(try !InterfacePlan(Self.request(Self.slow, .uplink), Self.device, Self.lacking(.ifb)).steps.isEmpty)
    let plan = try InterfacePlan(Self.request(Self.slow), Self.device, Self.lacking(.clsact))
    #expect(plan.steps.contains(.hook(.ingress)))
  }

  @Test("what netem cannot do, link states and failing name servers are refused before anything is done")
  func refusedProfiles() throws {
    let trace = try #require(RateTrace(name: "lte", opportunities: [1, 5, 9]))
    for (profile, words) in [
      (Profile(name: "Trace", uplink: LinkConditions(trace: trace)), "trace"),
      (Profile(name: "Airplane", linkState: .down), "taken down"),
      (Profile(name: "Unplugged", linkState: .noCarrier), "taken down"),
      (Profile(name: "No names", dnsFailure: .nxdomain), "name servers"),
    ] {
      let error = #expect(throws: LabError.self) { try InterfacePlan(Self.request(profile), Self.device, Self.whole) }
      #expect(error?.kind == .missingPiece && error?.cause.contains(words) == true)
      #expect(error?.advice?.contains("linkcond run") == true)
    }
  }

  @Test("the default route, SSH sessions and others' qdiscs are refused together, and taken with --force")
  func refusals() throws {
    var facts = Self.device
    facts.carriesDefaultRoute = true
    facts.sessions = ["192.0.2.9", "192.0.2.9"]
    facts.qdiscs = [Self.qdisc("fq_codel", TrafficHandle(0x8001), on: .root)]
    let error = #expect(throws: LabError.self) { try InterfacePlan(Self.request(Self.slow), facts, Self.whole) }
    let text = try #require(error).description
    for part in ["default route", "SSH session from 192.0.2.9 ", "fq_codel qdisc 8001:0", "--force"] {
      #expect(text.contains(part), "\(text)")
    }
    let plan = try InterfacePlan(Self.request(Self.slow, isForced: true), facts, Self.whole)
    #expect(plan.formerRoot?.kind == "fq_codel")
    #expect(plan.commands.last?.hasPrefix("tc qdisc replace dev eth0 root") == true)
    // What comes in does not touch the root.
    facts.carriesDefaultRoute = false
    facts.sessions = []
    #expect(try InterfacePlan(Self.request(Self.slow, .downlink), facts, Self.whole).formerRoot == nil)
  }

  @Test("a qdisc that the kernel chose itself is nobody's")
  func defaultRoot() throws {
    var facts = Self.device
    facts.qdiscs = [Self.qdisc("pfifo_fast", TrafficHandle(0), on: .root)]
    let plan = try InterfacePlan(Self.request(Self.slow), facts, Self.whole)
    #expect(plan.formerRoot == nil && plan.commands.last?.hasPrefix("tc qdisc add") == true)
  }

  @Test("someone else's place for filters is shared with --force, where it has the place that is needed")
  func sharedHook() throws {
    var facts = Self.device
    facts.qdiscs = [Self.qdisc("ingress", .ingressHandle, on: .ingress)]
    #expect(throws: LabError.self) { try InterfacePlan(Self.request(Self.slow), facts, Self.whole) }
    let plan = try InterfacePlan(Self.request(Self.slow, isForced: true), facts, Self.whole)
    #expect(!plan.steps.contains { if case .hook = $0 { true } else { false } })
    var names = Self.slow
    names.dnsDelay = .seconds(1)
    let error = #expect(throws: LabError.self) {
      try InterfacePlan(Self.request(names, isForced: true), facts, Self.whole)
    }
    #expect(error?.cause.contains("ingress qdisc") == true)
  }

  @Test("the loopback interface is never conditioned twice, and only when it is meant")
  func loopback() throws {
    let facts = InterfaceFacts(link: LinkFacts(index: 1, name: "lo", flags: [.up, .loopback]))
    var request = InterfaceRequest(profile: Self.slow, device: "lo", isForced: true)
    let twice = #expect(throws: LabError.self) { try InterfacePlan(request, facts, Self.whole) }
    #expect(twice?.advice == "Add '--direction uplink --force' for once.")
    request.direction = .uplink
    #expect(try InterfacePlan(request, facts, Self.whole).steps.count == 2)
    request.isForced = false
    #expect(throws: LabError.self) { try InterfacePlan(request, facts, Self.whole) }
  }

  @Test("steps that differ in the settings of one kind have the same shape")
  func shapes() throws {
    let one = try InterfacePlan(Self.request(Self.slow), Self.device, Self.whole).steps
    let two = try InterfacePlan(
      Self.request(Profile(name: "B", downlink: Self.lane, uplink: LinkConditions(loss: .total))), Self.device,
      Self.whole
    ).steps
    #expect(one != two && zip(one, two).allSatisfy { $0.hasShape(of: $1) })
    #expect(!InterfaceStep.root(.blackhole).hasShape(of: .root(.netem(KernelPlan.open))))
  }

  private static func qdisc(_ kind: String, _ handle: TrafficHandle, on parent: TrafficHandle) -> QdiscFacts {
    QdiscFacts(interfaceIndex: 7, kind: kind, handle: handle, parent: parent)
  }
}

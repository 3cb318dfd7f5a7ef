import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Writing other formats")
struct ExportTests {
  @Test("commands of tc condition both directions of an interface")
  func commands() throws {
    let result = try ProfileExporter.export([.cellular3G], to: .tc, device: "eth0")
    // 100 ms hold 6.4 full frames at 780 kbit/s and 2.7 at 330 kbit/s: limits of 50 and 7, and 50 and 3.
    #expect(
      result.text == """
        # 3G: uplink on eth0, downlink on ifb-eth0
        # undo with
        #   tc qdisc del dev eth0 root
        #   tc qdisc del dev eth0 ingress
        #   ip link del dev ifb-eth0
        tc qdisc replace dev eth0 root handle 1: netem limit 53 delay 100ms rate 330kbit
        ip link add name ifb-eth0 type ifb
        ip link set dev ifb-eth0 up
        tc qdisc replace dev ifb-eth0 root handle 1: netem limit 57 delay 100ms rate 780kbit
        tc qdisc add dev eth0 handle ffff: ingress
        tc filter add dev eth0 parent ffff: protocol all u32 match u32 0 0 action mirred egress redirect dev ifb-eth0

        """)
    #expect(result.warnings == ["3G: left out of the commands: Summary, InterfaceType, Expensive."])
  }

  @Test("names are harmless in a shell, and names that no interface has are refused")
  func names() throws {
    for (device, word) in [
      ("a;reboot", "'a;reboot'"), ("$(id)", "'$(id)'"), ("it's", "'it'\\''s'"), ("wlan0.5", "wlan0.5"),
      ("=ls", "'=ls'"), ("a=b", "a=b"),
    ] {
      let profile = Profile(
        name: "x\nreboot\n$(id)`id`;&|<>*?~#!'\"\\", downlink: LinkConditions(delay: .milliseconds(1)))
      let text = try ProfileExporter.export([profile], to: .tc, device: device).text
      #expect(text.contains("tc qdisc replace dev \(word) root"))
      #expect(!text.contains("\nreboot"))
      // zsh at a prompt takes no comments: what is pasted there is a command named # with arguments.
      let intermediate = ShellWord.quoted(TrafficControlWriter.intermediateName(device))
      let comment = try #require(text.split(separator: "\n").first)
      #expect(comment == "# x-reboot---id--id--------------: uplink on \(word), downlink on \(intermediate)")
      // The shell's words give the name again.
      #expect(ShellCommands.split(text).contains { $0.words.starts(with: ["tc", "qdisc", "replace", "dev", device]) })
    }
    for device in ["", ".", "..", "a b", "a/b", "a:b", "sixteen-letters-", "tab\t", "new\nline", "\u{202E}x"] {
      #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.edge], to: .tc, device: device) }
    }
    #expect(TrafficControlWriter.intermediateName("fifteen-letters") == "ifb-fifteen-let")
  }

  @Test("of a trace the average is written, and both are said", arguments: [ProfileFormat.tc, .nlc, .conditionInducer])
  func traces(format: ProfileFormat) throws {
    var profile = Profile(name: "LTE", interfaceType: .wifi)
    profile.uplink.trace = try imported("1\n5\n", file: "up.trace").profiles.first?.uplink.trace
    let result = try ProfileExporter.export([profile], to: format, device: "eth0")
    // Two chances of 1500 bytes in 5 ms.
    #expect(
      result.warnings == ["LTE: Uplink.Trace is left out; its average of 4.8 Mbit/s is written as the rate."])
    #expect(result.text.contains(format == .tc ? "rate 4800kbit" : "<real>4800</real>"))
  }

  @Test("what tc cannot say is warned of by name or refused")
  func limits() throws {
    var profile = Profile(
      name: "Odd", dnsDelay: .seconds(1), dnsFailure: .timeout, family: .ipv6, linkState: .noCarrier)
    profile.downlink = LinkConditions(
      rate: .megabits(1), delay: .seconds(300),
      jitter: Jitter(deviation: .milliseconds(1), distribution: .table(name: "my table", values: [0])),
      keepsOrder: false,
      queue: Queue(depth: .time(.seconds(1)), kind: .dropHead))
    let result = try ProfileExporter.export([profile], to: .tc, device: "eth0")
    #expect(result.text.contains("distribution 'my table'"))
    #expect(
      result.warnings == [
        "Odd: Downlink.Queue: netem drops the newest packet of a full queue, not the oldest.",
        "Odd: Downlink.Queue is 83 packets of full length, as netem counts in packets.",
        "Odd: Downlink.Delay is more than tc takes before version 6.15 of iproute2.",
        "Odd: Downlink.Jitter: tc needs the table \"my table\" as a .dist file in its folder.",
        "Odd: Downlink.KeepOrder: netem keeps packets in order when it has a rate.",
        "Odd: left out, as tc and ip cannot take the carrier of a link: LinkState.",
        "Odd: left out of the commands: DNSDelay, DNSFailure, ProtocolFamily.",
      ])
    var impossible = Profile(name: "Bursts")
    impossible.uplink.loss = .bursts(ratio: try #require(Probability(fraction: 0.9)), averageLength: 1)
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([impossible], to: .tc, device: "eth0") }
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.edge], to: .tc) }
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.edge, .lte], to: .tc, device: "eth0") }
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.edge, .lte], to: .native) }
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([], to: .nlc) }
  }

  @Test("an interface that is down is a command too")
  func down() throws {
    let text = try ProfileExporter.export([.airplaneMode], to: .tc, device: "wlan0").text
    #expect(text.hasSuffix("\nip link set dev wlan0 down\n"))
  }

  @Test("formats that are read only are refused by name", arguments: ProfileFormat.allCases)
  func readOnly(format: ProfileFormat) throws {
    if ProfileFormat.writable.contains(format) {
      #expect(try !ProfileExporter.export([.edge], to: format, device: "eth0").text.isEmpty)
    } else {
      #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.edge], to: format, device: "eth0") }
    }
  }

  @Test("JSON is recognised as linkcond's own, which is not read")
  func json() throws {
    let one = try ProfileExporter.export([.edge], to: .json).text
    let several = try ProfileExporter.export([.edge, .lte], to: .json).text
    for text in [one, several] {
      #expect(try ProfileImporter.recognise(Array(text.utf8), name: "x") == .json)
      #expect(faults(of: text).count == 1)
    }
  }

  // MARK: Round trips, with seeds

  /// Numbers that depend on the seed alone (a linear congruential generator with Knuth's constants).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static func conditions(_ random: inout Seeded, forApple: Bool) -> LinkConditions {
    var conditions = LinkConditions.none
    if Bool.random(using: &random) {
      conditions.rate =
        forApple
        ? .kilobits(.random(in: 1...2_147_000, using: &random))
        : DataRate(bitsPerSecond: .random(in: 8...2_000_000_000, using: &random))
    }
    conditions.delay =
      forApple
      ? .milliseconds(Int64.random(in: 0...3_600_000, using: &random))
      : .nanoseconds(Int64.random(in: 0...250_000_000_000, using: &random))
    if forApple {
      conditions.loss = .independent(chance(&random))
      return conditions
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: conditions.loss = .independent(chance(&random))
    case 1:
      conditions.loss = .gilbertElliott(
        GilbertElliottModel(
          becomesBad: chance(&random), becomesGood: chance(&random), lossInBad: chance(&random),
          lossInGood: chance(&random)))
    default:
      conditions.loss = .fourState(
        FourStateModel(
          p13: chance(&random), p31: chance(&random), p32: chance(&random), p23: chance(&random),
          p14: chance(&random)))
    }
    if Bool.random(using: &random) {
      let distributions: [JitterDistribution] = [.uniform, .normal, .pareto, .paretonormal]
      conditions.jitter = Jitter(
        deviation: .nanoseconds(Int64.random(in: 1...1_000_000_000, using: &random)),
        distribution: distributions[Int.random(in: 0..<4, using: &random)], correlation: chance(&random))
      conditions.keepsOrder = conditions.rate != nil || Bool.random(using: &random)
    }
    if conditions.delay != .zero, Bool.random(using: &random) {
      conditions.reordering = Reordering(chance: chance(&random, above: 1), gap: .random(in: 1...1_000, using: &random))
    }
    conditions.duplicate = chance(&random)
    conditions.corrupt = chance(&random)
    if conditions.rate != nil { conditions.queue = Queue(depth: .packets(.random(in: 1...999, using: &random))) }
    // More than a million packets are beyond what netem is told to hold.
    if let rate = conditions.rate, TrafficControlWriter.framesInFlight(rate, conditions.delay) > 999_000 {
      conditions.delay = .milliseconds(1)
    }
    return conditions
  }

  private static func chance(_ random: inout Seeded, above least: Int = 0) -> Probability {
    Probability(percent: Double(Int.random(in: least...10_000, using: &random)) / 100) ?? .zero
  }

  @Test("a profile written as commands of tc and read again is the same", arguments: 0..<200)
  func tcRoundTrip(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let profile = Profile(
      name: "file", downlink: Self.conditions(&random, forApple: false),
      uplink: Self.conditions(&random, forApple: false))
    let text = try ProfileExporter.export([profile], to: .tc, device: "eth0").text
    let found = try imported(text, file: "file.sh")
    #expect(found.profiles == [profile], "\(text)")
    #expect(found.assumptions == [])
  }

  @Test("profiles written as Apple's file and read again are the same, as is the file", arguments: 0..<200)
  func appleRoundTrip(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let families: [ProtocolFamily] = [.any, .ipv4, .ipv6]
    let profiles = (0..<3).map { index in
      Profile(
        name: "Profile \(index)", downlink: Self.conditions(&random, forApple: true),
        uplink: Self.conditions(&random, forApple: true),
        dnsDelay: .milliseconds(Int64.random(in: 0...10_000, using: &random)), family: families[index])
    }
    let result = try ProfileExporter.export(profiles, to: .nlc)
    #expect(result.warnings == [])
    let found = try imported(result.text)
    #expect(found.profiles == profiles)
    #expect(found.assumptions == [])
    #expect(try ProfileExporter.export(found, to: .nlc).text == result.text)
  }

  @Test("what a decimal number is scaled to is exact, or the nearest")
  func decimals() {
    #expect(DecimalNumber("0.1")?.scaled(by: 1_000_000_000) == 100_000_000)
    #expect(DecimalNumber("562.5")?.scaled(by: 1_000_000) == 562_500_000)
    #expect(DecimalNumber("1.5e3")?.scaled(by: 1) == 1_500)
    #expect(DecimalNumber("0.5")?.scaled(by: 1) == 1)
    #expect(DecimalNumber("0.4999")?.scaled(by: 1) == 0)
    #expect(DecimalNumber("18446744073709551615")?.scaled(by: 1) == .max)
    // More digits than nineteen: to the nearest ten.
    #expect(DecimalNumber("18446744073709551616")?.scaled(by: 1) == 18_446_744_073_709_551_610)
    #expect(DecimalNumber("18446744073709551620")?.scaled(by: 1) == nil)
    #expect(DecimalNumber("1e-400")?.scaled(by: .max) == 0)
    #expect(DecimalNumber("1e400")?.scaled(by: 1) == nil)
    #expect(DecimalNumber("-1")?.scaled(by: 1) == nil)
    #expect(DecimalNumber("-0") == .zero)
    #expect(DecimalNumber("007.250")?.description == "7.25")
    #expect(DecimalNumber("0.001")?.description == "0.001")
    #expect(DecimalNumber("1e3")?.description == "1000")
    for text in ["", ".", "1.", ".5", "1..2", "1e", "e1", "0x1", "١", "1 ", "nan", "inf", "--1", "1e401"] {
      #expect(DecimalNumber(text) == nil, "\(text)")
    }
  }
}

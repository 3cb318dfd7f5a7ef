import Testing

@testable import Profiles

/// The same word means other things in other tools: one case for each such trap.
@Suite("Unit traps")
struct UnitTrapTests {
  private func apple(_ keys: String) throws -> (profile: Profile, assumptions: [String]) {
    let found = try imported("{ \(keys) }", file: "My Link.plist")
    #expect(found.format == .nlc)
    return (try #require(found.profiles.first), found.assumptions)
  }

  @Test("Apple's unit 0 is kilobits, 1 megabits, of 1000 each")
  func appleUnits() throws {
    #expect(try apple("DownlinkBandwidth = 2;").profile.downlink.rate == .kilobits(2))
    #expect(try apple("DownlinkBandwidth = 2; DownlinkBandwidthUnit = 0;").profile.downlink.rate == .kilobits(2))
    #expect(try apple("UplinkBandwidth = 2; UplinkBandwidthUnit = 1;").profile.uplink.rate == .megabits(2))
  }

  @Test("Apple's ratio of loss is a percentage")
  func applePercent() throws {
    #expect(try apple("DownlinkPacketLossRatio = 1;").profile.downlink.loss.average.fraction == 0.01)
    #expect(try apple("DownlinkPacketLossRatio = \"0.5\";").profile.downlink.loss.average.fraction == 0.005)
  }

  @Test("Apple's tool drops what is behind the point, and says so here")
  func appleFractions() throws {
    let (profile, assumptions) = try apple(
      "DownlinkBandwidth = \"1.5\"; DownlinkBandwidthUnit = 1; UplinkDelay = \"10.9\"; DNSDelayValue = \"3.2\";")
    #expect(profile.downlink.rate == .megabits(1))
    #expect(profile.uplink.delay == .milliseconds(10))
    #expect(profile.dnsDelay == .milliseconds(3))
    #expect(assumptions.count == 3)
    #expect(assumptions.contains("My Link: DownlinkBandwidth: 1.5 is taken for 1, as Apple's tool does."))
  }

  @Test("the ConditionInducer keeps the fraction of a rate, and names profiles inside")
  func conditionInducer() throws {
    let found = try imported(
      "{ \"2G-Rural\" = { name = \"2G Network - poor\"; DownlinkBandwidth = \"1.5\"; DownlinkBandwidthUnit = 1; }; }")
    #expect(found.format == .conditionInducer)
    #expect(found.profiles.map(\.name) == ["2G Network - poor"])
    #expect(found.profiles.first?.downlink.rate == .kilobits(1_500))
  }

  @Test("Apple's protocol family 30 is Darwin's IPv6; 10, which is Linux's, is nothing")
  func appleFamily() throws {
    #expect(try apple("ProtocolFamily = 0; DownlinkDelay = 1;").profile.family == .any)
    #expect(try apple("ProtocolFamily = 2; DownlinkDelay = 1;").profile.family == .ipv4)
    #expect(try apple("ProtocolFamily = 30; DownlinkDelay = 1;").profile.family == .ipv6)
    #expect(
      faults(of: "{ ProtocolFamily = 10; DownlinkDelay = 1; }")
        == ["file.txt:1: ProtocolFamily: \"10\" was read; allowed are 0 (any), 2 (IPv4) and 30 (IPv6)."])
  }

  @Test("Apple's interface is all, Wi-Fi or a mobile network")
  func appleInterface() throws {
    for text in ["All", "\"\""] {
      let (profile, assumptions) = try apple("RunOnInterface = \(text);")
      #expect(profile.interfaceType == .wifi)
      #expect(assumptions.isEmpty)
    }
    #expect(try apple("RunOnInterface = en0;").profile.interfaceType == .wifi)
    #expect(try apple("RunOnInterface = \"pdp_ip0\";").profile.interfaceType == .cellular)
    #expect(try apple("RunOnInterface = en7;").assumptions.first?.contains("\"en7\" is left out") == true)
  }

  @Test("Apple's loopback is excluded unless the file says otherwise")
  func appleLoopback() throws {
    #expect(try apple("DownlinkDelay = 1;").assumptions.isEmpty)
    #expect(try apple("ExcludeLoopback = 1;").assumptions.isEmpty)
    #expect(try apple("ExcludeLoopback = 0;").assumptions.count == 1)
  }

  @Test("Mahimahi's loss is a fraction")
  func fraction() throws {
    #expect(try only("mm-loss downlink 0.25 curl", .mahimahi).downlink.loss.average.percent == 25)
    #expect(faults(of: "mm-loss downlink 25 curl").count == 1)
  }

  @Test("WebPageTest counts bits and the way there and back")
  func webPageTest() throws {
    let profile = try only("[A]\nbwIn=8000\nbwOut=16000\nlatency=25\nplr=2\n", .webPageTest)
    #expect(Direction(profile.downlink) == Direction(8, 12.5, 2))
    #expect(Direction(profile.uplink) == Direction(16, 12.5, 2))
  }

  @Test("an odd round trip is split without losing a nanosecond")
  func oddRoundTrip() throws {
    let profile = try only("{\"up\": 1, \"down\": 1, \"rtt\": 0.000003}", .sitespeed)
    #expect(profile.downlink.delay == .nanoseconds(2))
    #expect(profile.uplink.delay == .nanoseconds(1))
  }

  @Test("browsers count bytes, and -1 is no limit")
  func browsers() throws {
    let profile = try only(
      """
      {"offline": false, "latency": 30, "downloadThroughput": 1000, "uploadThroughput": -1, "packetLoss": 5}
      """, .chromeDevTools)
    #expect(Direction(profile.downlink) == Direction(8, 15))
    #expect(Direction(profile.uplink) == Direction(nil, 15))
  }

  @Test("a value of which two quantities are made is wrong once")
  func once() {
    #expect(
      faults(of: "[{\"title\": \"a\", \"download\": 1, \"upload\": 1, \"latency\": -5}]") == [
        "file.txt:1: [0].latency: the number -5 was read; allowed is 0 or more."
      ])
  }

  @Test("a fault of the only profile of a file has no key path")
  func wholeFile() {
    #expect(
      faults(of: "{\"up\": {}, \"down\": {\"reorder\": {\"percentage\": 5}}}") == [
        "file.txt:1: Packets of the downlink are reordered without a delay to skip."
      ])
  }

  @Test("ATC's gap and NetHang's queue are whole numbers, and nothing is cut off", arguments: ["2.7", "-1", "1e30"])
  func counts(number: String) {
    let atc = faults(
      of: "{\"up\": {}, \"down\": {\"delay\": {\"delay\": 1}, \"reorder\": {\"percentage\": 5, \"gap\": \(number)}}}")
    #expect(atc.count == 1 && atc.first?.hasPrefix("file.txt:1: down.reorder.gap: ") == true, "\(atc)")
    let nethang = faults(
      of: "models:\n  A:\n    global:\n      uplink:\n        rate_limit: 9\n        qdepth: \(number)\n")
    #expect(nethang.count == 1 && nethang.first?.hasPrefix("file.txt:6: models.A.global.uplink.qdepth: ") == true)
  }

  @Test("ATC's correlations are left out, each for its reason")
  func correlations() throws {
    let part = "{\"percentage\": 1, \"correlation\": 5}"
    let found = try imported(
      """
      {"down": {"delay": {"delay": 1}, "loss": \(part), "reorder": \(part), "corruption": \(part)}, "up": {}}
      """, file: "x.json")
    #expect(
      found.assumptions == [
        "x: down.loss.correlation: left out; bursts are said by a loss model.",
        "x: down.reorder.correlation: left out; each packet is on its own.",
        "x: down.corruption.correlation: left out; each packet is on its own.",
      ])
  }

  @Test("a loss that is not zero never becomes zero")
  func smallLoss() throws {
    let profile = try only("netem loss 0.0000001%\n", .tc)
    #expect(profile.uplink.loss.average.kernelValue == 4)
    #expect(try only("netem loss 0.000000001%\n", .tc).uplink.loss.average.kernelValue == 1)
  }

  @Test(
    "tc's rates: bps is bytes, k is 1000 and ki 1024, a bare number is bits",
    arguments: [
      ("20000", 20_000), ("8bit", 8), ("20kbit", 20_000), ("20Kbit", 20_000), ("1.5mbit", 1_500_000),
      ("1gbit", 1_000_000_000), ("0.001tbit", 1_000_000_000), ("8kibit", 8_192), ("2mibit", 2_097_152),
      ("1gibit", 1_073_741_824), ("0.01tibit", 10_995_116_278), ("100bps", 800), ("97.5kbps", 780_000),
      ("2mbps", 16_000_000), ("1gbps", 8_000_000_000), ("0.001tbps", 8_000_000_000), ("1kibps", 8_192),
      ("1mibps", 8_388_608), ("1gibps", 8_589_934_592), ("0.001tibps", 8_796_093_022),
    ] as [(String, UInt64)])
  func tcRates(text: String, bits: UInt64) throws {
    #expect(try only("netem rate \(text)", .tc).uplink.rate == DataRate(bitsPerSecond: bits))
  }

  @Test(
    "tc's times: a bare number is in microseconds",
    arguments: [
      ("100000", 100_000_000), ("100ms", 100_000_000), ("100msec", 100_000_000), ("100msecs", 100_000_000),
      ("0.1s", 100_000_000), ("2sec", 2_000_000_000), ("2secs", 2_000_000_000), ("5us", 5_000), ("5usec", 5_000),
      ("5usecs", 5_000), ("1.5us", 1_500), ("7ns", 7), ("7nsec", 7), ("7nsecs", 7), ("100MS", 100_000_000),
      // Numbers as strtod(3) reads them.
      (".5ms", 500_000), ("5.ms", 5_000_000), ("1e2ms", 100_000_000), ("+5ms", 5_000_000), ("25E-1s", 2_500_000_000),
    ] as [(String, Int64)])
  func tcTimes(text: String, nanoseconds: Int64) throws {
    #expect(try only("netem delay \(text)", .tc).uplink.delay == .nanoseconds(nanoseconds))
  }

  @Test(
    "tc's sizes: k is 1024, and bits are eighths",
    arguments: [
      ("3000", 3_000), ("3000b", 3_000), ("3k", 3_072), ("3kb", 3_072), ("1m", 1_048_576), ("1mb", 1_048_576),
      ("1g", 1_073_741_824), ("1gb", 1_073_741_824), ("8kbit", 1_024), ("8mbit", 1_048_576), ("1gbit", 134_217_728),
    ] as [(String, UInt64)])
  func tcSizes(text: String, bytes: UInt64) throws {
    #expect(TrafficControlQuantity.size(text) == bytes)
    let profile = try only("tc qdisc add dev eth0 root tbf rate 1mbit burst 1600 limit \(text)", .tc)
    // A queue of a profile holds a full frame at least and 1000 MB at most.
    #expect(profile.uplink.queue == Queue(depth: .bytes(Int(min(max(1_514, bytes), 1_000_000_000)))))
  }
}

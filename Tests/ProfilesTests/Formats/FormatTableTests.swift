import Testing

@testable import Profiles

/// The published numbers of each tool, from a text in its format to what a link does. The numbers are those of the tools'
/// sources, which are named in the readers.
@Suite("Tables of other tools")
struct FormatTableTests {
  typealias Row = (name: String, down: Direction, up: Direction)

  @Test(
    "Apple's presets of today",
    arguments: [
      ("100% Loss", 0, 0, 100, 0, 0, 100, 0), ("3G", 780, 100, 0, 330, 100, 0, 0), ("DSL", 2000, 5, 0, 256, 5, 0, 0),
      ("Edge", 240, 400, 0, 200, 440, 0, 0), ("High Latency DNS", 0, 0, 0, 0, 0, 0, 3000),
      ("LTE", 50000, 50, 0, 10000, 65, 0, 0), ("Very Bad Network", 1000, 500, 10, 1000, 500, 10, 0),
      ("Wi-Fi", 40000, 1, 0, 33000, 1, 0, 0), ("Wi-Fi 802.11ac", 250000, 1, 0, 100000, 1, 0, 0),
      // Those of Mac OS X 10.7.
      ("3G, Good", 850, 100, 0, 420, 100, 0, 0), ("3G, Average", 780, 100, 0, 330, 100, 0, 0),
      ("3G, Lossy", 780, 100, 1, 330, 100, 0, 0), ("Edge, Good", 250, 350, 0, 200, 370, 0, 0),
      ("Edge, Average", 240, 400, 0, 200, 440, 0, 0), ("Edge, Lossy", 240, 400, 1, 200, 440, 0, 0),
    ] as [(String, Double, Double, Double, Double, Double, Double, Int)])
  func apple(
    name: String, downRate: Double, downDelay: Double, downLoss: Double, upRate: Double, upDelay: Double,
    upLoss: Double,
    dns: Int
  ) throws {
    let profile = try only(
      """
      { Profiles = { "\(name)" = { DNSDelayValue = \(dns); DownlinkBandwidth = \(downRate); DownlinkBandwidthUnit = 0;
        DownlinkDelay = \(downDelay); DownlinkPacketLossRatio = \(downLoss); ExcludeLoopback = 1; ProtocolFamily = 0;
        RunOnInterface = All; UplinkBandwidth = \(upRate); UplinkBandwidthUnit = 0; UplinkDelay = \(upDelay);
        UplinkPacketLossRatio = \(upLoss); }; }; }
      """, .nlc)
    #expect(profile.name == name)
    #expect(Direction(profile.downlink) == Direction(downRate == 0 ? nil : downRate, downDelay, downLoss))
    #expect(Direction(profile.uplink) == Direction(upRate == 0 ? nil : upRate, upDelay, upLoss))
    #expect(profile.dnsDelay == .milliseconds(dns))
  }

  @Test(
    "comcast, which conditions what is sent",
    arguments: [
      (500, 50, 2), (300, 250, 1.5), (250, 750, 1.5), (185, 40, 2), (70, 2000, 2), (40, 8000, 0.5), (40, 30000, 0.2),
    ] as [(Double, Double, Double)])
  func comcast(latency: Double, bandwidth: Double, loss: Double) throws {
    let profile = try only(
      "comcast --device=eth0 --latency=\(latency) --target-bw=\(bandwidth) --packet-loss=\(loss)%\n", .comcast)
    #expect(Direction(profile.uplink) == Direction(bandwidth, latency, loss))
    #expect(profile.downlink == .none)
  }

  @Test("comcast without a rate, as for a satellite")
  func comcastStarlink() throws {
    let profile = try only("sudo comcast --device eth0 --latency 20 --packet-loss 2.5%\n", .comcast)
    #expect(Direction(profile.uplink) == Direction(nil, 20, 2.5))
  }

  @Test(
    "Augmented Traffic Control",
    arguments: [
      ("2G - Developing Rural", Direction(20, 650, 2), Direction(18, 650, 2)),
      ("2G - Developing Urban", Direction(35, 650), Direction(32, 650)),
      ("3G - Average", Direction(780, 100), Direction(330, 100)),
      ("3G - Good", Direction(850, 90), Direction(420, 100)), ("Cable", Direction(6000, 2), Direction(1000, 2)),
      ("DSL", Direction(2000, 5), Direction(256, 5)), ("Edge - Average", Direction(240, 400), Direction(200, 440)),
      ("Edge - Good", Direction(250, 350), Direction(200, 370)),
      ("Edge - Lossy", Direction(240, 400, 1), Direction(200, 440, 1)),
      ("No Connectivity", Direction(1, 0), Direction(1, 0)),
    ] as [Row], [false, true])
  func atc(row: Row, numbersAreTexts: Bool) throws {
    func settings(_ direction: Direction) -> String {
      let quote = numbersAreTexts ? "\"" : ""
      return """
        {"rate": \(quote)\(direction.rate ?? 0)\(quote), "delay": {"delay": \(quote)\(direction.delay)\(quote), "jitter": 0,
        "correlation": 0}, "loss": {"percentage": \(quote)\(direction.loss)\(quote), "correlation": 0}, "reorder":
        {"percentage": 0, "gap": 0, "correlation": 0}, "corruption": {"percentage": 0}, "iptables_options": []}
        """
    }
    let profile = try only(
      """
      {"id": 1, "name": "\(row.name)", "content": {"down": \(settings(row.down)), "up": \(settings(row.up))}}
      """, .atc)
    #expect(profile.name == row.name)
    #expect(Direction(profile.downlink) == row.down)
    #expect(Direction(profile.uplink) == row.up)
  }

  @Test(
    "WebPageTest, in bit/s and round trips",
    arguments: [
      ("Cable", 5_000_000, 1_000_000, 28), ("DSL", 1_500_000, 384_000, 50), ("3GSlow", 400_000, 400_000, 400),
      ("3G_EM", 400_000, 400_000, 400), ("3G", 1_600_000, 768_000, 300), ("3GFast", 1_600_000, 768_000, 150),
      ("4G", 9_000_000, 9_000_000, 170), ("4GFast", 10_240_000, 10_240_000, 40), ("LTE", 12_000_000, 12_000_000, 70),
      ("Edge", 240_000, 200_000, 840), ("2G", 280_000, 256_000, 800), ("Dial", 49_000, 30_000, 120),
      ("FIOS", 20_000_000, 5_000_000, 4), ("Native", 0, 0, 0), ("VDSL", 15_000_000, 3_000_000, 20),
      ("VDSLNoLatency", 15_000_000, 3_000_000, 0), ("FIOSNoLatency", 20_000_000, 5_000_000, 0),
    ] as [(String, Double, Double, Double)])
  func webPageTest(id: String, down: Double, up: Double, roundTrip: Double) throws {
    let profile = try only(
      """
      [\(id)]
      label="A label (\(roundTrip)ms RTT)"
      bwIn=\(Int(down))
      bwOut=\(Int(up))
      latency=\(Int(roundTrip))
      plr=0
      timeout=120
      """, .webPageTest)
    #expect(profile.name == id)
    #expect(profile.summary == "A label (\(roundTrip)ms RTT)")
    #expect(Direction(profile.downlink) == Direction(down == 0 ? nil : down / 1_000, roundTrip / 2))
    #expect(Direction(profile.uplink) == Direction(up == 0 ? nil : up / 1_000, roundTrip / 2))
  }

  private static let throttle: [(String, Double, Double, Double)] = [
    ("3g", 1600, 768, 150), ("3gfast", 1600, 768, 75), ("3gslow", 400, 400, 200), ("3gem", 400, 400, 200),
    ("2g", 280, 256, 400), ("cable", 5000, 1000, 14), ("dsl", 1500, 384, 25), ("4g", 9000, 9000, 85),
    ("lte", 12000, 12000, 35), ("edge", 240, 200, 420), ("dial", 49, 30, 60), ("fois", 20000, 5000, 2),
  ]

  @Test("throttle, whose round trip is halved", arguments: throttle)
  func sitespeed(name: String, down: Double, up: Double, roundTrip: Double) throws {
    let numbers = try only("{\"up\": \(up), \"down\": \(down), \"rtt\": \(roundTrip), \"packetLoss\": 0}", .sitespeed)
    #expect(Direction(numbers.downlink) == Direction(down, roundTrip / 2))
    #expect(Direction(numbers.uplink) == Direction(up, roundTrip / 2))
    let named = try only("{\"connectivity\": {\"profile\": \"\(name)\"}}", .sitespeed)
    #expect(named.name == name)
    #expect(named.downlink == numbers.downlink)
    #expect(named.uplink == numbers.uplink)
  }

  @Test(
    "browsertime's older profiles",
    arguments: [
      (9000, 9000, 85), (1600, 768, 300), (1600, 768, 150), (780, 330, 200), (400, 400, 400), (35, 32, 1300),
      (5000, 1000, 28),
    ] as [(Double, Double, Double)])
  func browsertime(down: Double, up: Double, latency: Double) throws {
    let profile = try only(
      """
      {"browsertime": {"connectivity":
        {"profile": "custom", "downstreamKbps": \(down), "upstreamKbps": \(up), "latency": \(latency)}}}
      """, .sitespeed)
    #expect(Direction(profile.downlink) == Direction(down, latency / 2))
    #expect(Direction(profile.uplink) == Direction(up, latency / 2))
  }

  @Test(
    "presets of DevTools and Puppeteer stand for their nominal link",
    arguments: [
      ("Slow 3G", "50000", "50000", "2000", 500, 500, 400), ("Fast 3G", "180000", "84375", "562.5", 1600, 750, 150),
      ("Slow 4G", "180000.0", "84375", "562.5", 1600, 750, 150),
      ("Fast 4G", "1012500", "168750", "165", 9000, 1500, 60),
    ] as [(String, String, String, String, Double, Double, Double)])
  func devTools(
    name: String, download: String, upload: String, latency: String, down: Double, up: Double, roundTrip: Double
  ) throws {
    let profile = try only(
      "{\"\(name)\": {\"download\": \(download), \"upload\": \(upload), \"latency\": \(latency)}}", .chromeDevTools)
    #expect(profile.name == name)
    #expect(Direction(profile.downlink) == Direction(down, roundTrip / 2))
    #expect(Direction(profile.uplink) == Direction(up, roundTrip / 2))
  }

  private static let older: [(String, Double, Double, Double)] = [
    ("GPRS", 50, 20, 500), ("Regular 2G", 250, 50, 300), ("Good 2G", 450, 150, 150), ("Regular 3G", 750, 250, 100),
    ("Good 3G", 1500, 750, 40), ("Regular 4G / LTE", 4000, 3000, 20), ("DSL", 2000, 1000, 5),
    ("Wi-Fi", 30000, 15000, 2),
  ]

  @Test("Chrome's older table, in 1000 bit and bytes a second", arguments: older)
  func olderChrome(name: String, down: Double, up: Double, latency: Double) throws {
    let profile = try only(
      """
      [{"title": "\(name)", "download": \(down * 125), "upload": \(up * 125), "latency": \(latency)}]
      """, .chromeDevTools)
    #expect(Direction(profile.downlink) == Direction(down, latency / 2))
    #expect(Direction(profile.uplink) == Direction(up, latency / 2))
  }

  @Test("Firefox, in 1024 bit and bytes a second", arguments: older)
  func firefox(name: String, down: Double, up: Double, latency: Double) throws {
    let profile = try only(
      """
      [{"id": "\(name)", "download": \(down * 128), "upload": \(up * 128), "latency": \(latency)}]
      """, .firefox)
    #expect(!profile.name.contains("/"))
    #expect(Direction(profile.downlink) == Direction(down * 1.024, latency / 2))
    #expect(Direction(profile.uplink) == Direction(up * 1.024, latency / 2))
  }

  @Test("being offline is an interface that is down")
  func offline() throws {
    for text in [
      "{\"offline\": true, \"download\": 0, \"upload\": 0, \"latency\": 0}",
      "{\"method\": \"Network.emulateNetworkConditions\", \"params\": {\"offline\": true, \"latency\": 0}}",
    ] {
      #expect(try only(text, .chromeDevTools).linkState == .down)
    }
  }

  @Test("the entry that browsers have for no network says so by its name alone, and is no link without a limit")
  func offlineByName() throws {
    let entries: [(String, ProfileFormat)] = [
      ("{\"title\": \"Offline\", \"download\": 0, \"upload\": 0, \"latency\": 0}", .chromeDevTools),
      ("{\"id\": \"Offline\", \"download\": 0, \"upload\": 0, \"latency\": 5}", .firefox),
    ]
    for (text, format) in entries {
      let found = try imported("[\(text)]")
      #expect(found.format == format)
      #expect(found.profiles.first?.linkState == .down)
      #expect(
        found.assumptions == ["Offline: by its name, with rates of 0, it is taken for an interface that is down."])
    }
    // Another name with rates of 0, or that name with a rate, is a link.
    for text in [
      "{\"title\": \"Fast\", \"download\": 0, \"upload\": 0, \"latency\": 9}",
      "{\"title\": \"Offline\", \"download\": 0, \"upload\": 1000, \"latency\": 0}",
      "{\"title\": \"Offline\", \"offline\": false, \"download\": 0, \"upload\": 0, \"latency\": 0}",
    ] {
      #expect(try only("[\(text)]", .chromeDevTools).linkState == .up)
    }
  }

  @Test("Lighthouse's numbers are the link's own")
  func lighthouse() throws {
    let profile = try only(
      """
      {"settings": {"throttling": {"rttMs": 150, "throughputKbps": 1638.4, "requestLatencyMs": 562.5,
        "downloadThroughputKbps": 1474.56, "uploadThroughputKbps": 675, "cpuSlowdownMultiplier": 4}}}
      """, .chromeDevTools)
    #expect(Direction(profile.downlink) == Direction(1638.4, 75))
    #expect(Direction(profile.uplink) == Direction(750, 75))
  }

  @Test(
    "speeds of the Android emulator",
    arguments: [
      ("gsm", 14.4, 14.4), ("hscsd", 14.4, 57.6), ("gprs", 28.8, 57.6), ("umts", 384, 384), ("edge", 473.6, 473.6),
      ("hsdpa", 5760, 13980), ("lte", 58000, 173_000), ("evdo", 75000, 280_000), ("full", nil, nil),
      ("128", 128, 128),
      // Numbers of the emulator of Android 5.1, which newer ones know by the same names with others.
      ("14.4:43.2", 14.4, 43.2), ("40:80", 40, 80), ("118.4:236.8", 118.4, 236.8), ("128:1920", 128, 1920),
      ("348:14400", 348, 14400),
    ] as [(String, Double?, Double?)],
    ["-netspeed ", "emulator -avd test -netspeed=", "network speed ", "runtime.network.speed="])
  func androidSpeed(row: (String, Double?, Double?), prefix: String) throws {
    let profile = try only("\(prefix)\(row.0)\n", .androidEmulator)
    #expect(Direction(profile.uplink) == Direction(row.1, 0))
    #expect(Direction(profile.downlink) == Direction(row.2, 0))
  }

  @Test(
    "delays of the Android emulator, as a round trip between two bounds",
    arguments: [
      ("gsm", 150, 550), ("hscsd", 80, 400), ("gprs", 35, 200), ("umts", 35, 200), ("edge", 80, 400), ("hsdpa", 0, 0),
      ("lte", 0, 0), ("evdo", 0, 0), ("none", 0, 0), ("60:100", 60, 100), ("200", 200, 200),
    ] as [(String, Double, Double)])
  func androidDelay(name: String, least: Double, most: Double) throws {
    let profile = try only("network delay \(name)", .androidEmulator)
    for conditions in [profile.downlink, profile.uplink] {
      let deviation = Double(conditions.jitter?.deviation.wholeNanoseconds ?? 0) / 1_000_000
      let delay = Direction(conditions).delay
      #expect(2 * (delay - deviation) == least)
      #expect(2 * (delay + deviation) == most)
    }
  }

  @Test("a trace of Mahimahi is chances to send 1500 bytes")
  func mahimahi() throws {
    let constant = try only("1\n", .mahimahi, file: "traces/12mbps")
    #expect(constant.name == "12mbps")
    #expect(constant.downlink.averageRate == .megabits(12))
    #expect(constant.uplink.trace == constant.downlink.trace)
    let uplink = try only("0\n5\n5\n20\r\n", .mahimahi, file: "LTE-driving.up")
    #expect(uplink.uplink.trace?.opportunities == [0, 5, 5, 20])
    #expect(uplink.uplink.averageRate == .kilobits(2_400))
    #expect(uplink.downlink.trace == nil)
  }

  @Test("Mahimahi's shells add up")
  func mahimahiCommands() throws {
    let profile = try only("mm-delay 20 mm-loss uplink 0.1 mm-link a.up a.down -- mm-delay 5 curl\n", .mahimahi)
    #expect(Direction(profile.downlink) == Direction(nil, 20))
    #expect(Direction(profile.uplink) == Direction(nil, 20, 10))
  }

  @Test("a model of NetHang")
  func nethang() throws {
    let profile = try only(
      """
      version: "0.2"
      components:
        - name: "a list: passed over"
          delay: 3
      models:
        EDGE good:   # one that is known
          description: 'Edge of a village'
          global:
            uplink:
              delay: 100
              jitter: 10
              latency_type: jitter-reorder-off
              loss: 1.5
              loss_type: random
              rate_limit: 200
              qdepth: 30
            downlink:
              delay: 80
              jitter: 5
              latency_type: jitter-reorder-on
              rate_limit: 240
          timeline:
            - duration: 3
              uplink:
                delay: 4
      """, .nethang)
    #expect(profile.name == "EDGE good")
    #expect(profile.summary == "Edge of a village")
    #expect(
      profile.uplink
        == LinkConditions(
          rate: .kilobits(200), delay: .milliseconds(100), jitter: Jitter(deviation: .milliseconds(10)),
          loss: .independent(try #require(Probability(percent: 1.5))), queue: Queue(depth: .packets(30))))
    #expect(
      profile.downlink
        == LinkConditions(
          rate: .kilobits(240), delay: .milliseconds(80), jitter: Jitter(deviation: .milliseconds(5)), keepsOrder: false
        ))
  }

  @Test("what tcshow prints")
  func tcconfig() throws {
    let profile = try only(
      """
      {"eth0": {"outgoing": {"protocol=ip": {"filter_id": "800::800", "delay": "10.0ms", "delay-distro": "2.0ms",
        "loss": "0.01%", "rate": "250Kbps"}}, "incoming": {"protocol=ip": {"delay": "1.5s", "rate": "1Mbps",
        "duplicate": "3%", "corrupt": 0.5}}}}
      """, .tcconfig)
    #expect(Direction(profile.uplink) == Direction(250, 10, 0.01))
    #expect(profile.uplink.jitter == Jitter(deviation: .milliseconds(2), distribution: .normal))
    #expect(Direction(profile.downlink) == Direction(1000, 1500))
    #expect(profile.downlink.duplicate.percent == 3)
    #expect(profile.downlink.corrupt.percent == 0.5)
  }

  @Test("what containerlab shows of a node")
  func containerlab() throws {
    let found = try imported(
      """
      {"clab-netem-r1": [
        {"interface": "lo", "delay": "N/A", "jitter": "N/A", "packet_loss": "N/A", "rate": "N/A", "corruption": "N/A"},
        {"interface": "eth1", "delay": "15ms", "jitter": "2ms", "packet_loss": 10.25, "rate": 100, "corruption": 0}]}
      """)
    #expect(found.format == .containerlab)
    #expect(found.profiles.map(\.name) == ["clab-netem-r1 eth1"])
    #expect(found.profiles.first.map { Direction($0.uplink) } == Direction(100, 15, 10.25))
    #expect(found.profiles.first?.uplink.jitter == Jitter(deviation: .milliseconds(2)))
    #expect(found.profiles.first?.downlink == LinkConditions.none)
    #expect(found.assumptions.contains { $0.hasPrefix("clab-netem-r1 lo: left out") })
  }
}

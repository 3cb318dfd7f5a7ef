import Testing

@testable import Profiles

/// The published numbers of device clouds, lab tools and proxies, from a text in their format to what a link does.
@Suite("Tables of device clouds, lab tools and Charles")
struct DeviceTableTests {
  private static let presets: [(String, Double, Double, Double, Double)] = [
    ("2g-gprs-good", 50, 30, 500, 1), ("2g-gprs-lossy", 30, 20, 650, 2), ("edge-good", 250, 150, 300, 0),
    ("edge-lossy", 150, 100, 500, 1), ("3g-umts-good", 400, 100, 100, 0), ("3g-umts-lossy", 200, 50, 200, 1),
    ("3.5g-hspa-good", 1800, 400, 100, 0), ("3.5g-hspa-lossy", 900, 200, 190, 1),
    ("3.5g-hspa-plus-good", 7000, 1500, 100, 0), ("3.5g-hspa-plus-lossy", 2000, 600, 130, 1),
    ("4g-lte-good", 18000, 9000, 100, 0), ("4g-lte-high-latency", 18000, 9000, 3000, 0),
    ("4g-lte-lossy", 7000, 3000, 120, 1), ("4g-lte-advanced-good", 25000, 18000, 80, 0),
    ("4g-lte-advanced-lossy", 15000, 10000, 70, 1),
  ]

  @Test("BrowserStack, by name and as four numbers", arguments: presets)
  func browserStack(name: String, down: Double, up: Double, latency: Double, loss: Double) throws {
    let named = try only("{\"bstack:options\": {\"networkProfile\": \"\(name)\"}}", .browserStack)
    let custom = try only(
      "{\"browserstack.customNetwork\": \"\(down), \(up),\(latency),\(loss)\"}", .browserStack, file: "mine.json")
    #expect(named.name == name)
    #expect(custom.name == "mine")
    for profile in [named, custom] {
      #expect(Direction(profile.downlink) == Direction(down, latency / 2, loss))
      #expect(Direction(profile.uplink) == Direction(up, latency / 2, loss))
    }
  }

  @Test("BrowserStack without a network, and its end")
  func browserStackStates() throws {
    for name in ["no-network", "airplane-mode"] {
      #expect(try only("{\"networkProfile\": \"\(name)\"}", .browserStack).linkState == .down)
    }
    let reset = try only("{\"networkProfile\": \"reset\"}", .browserStack)
    #expect(reset == Profile(name: "reset"))
    // Two devices with the same network have one profile.
    let both = try imported("[{\"networkProfile\": \"edge-good\"}, {\"networkProfile\": \"edge-good\"}]")
    #expect(both.profiles.map(\.name) == ["edge-good"])
    #expect(
      faults(of: "{\"networkProfile\": \"edge-god\"}").first?.hasSuffix("Did you mean edge-good?") == true)
    #expect(
      faults(of: "{\"customNetwork\": [1, 2, 3, 4]}")
        == ["file.txt:1: customNetwork: a list was read, where a text is expected."])
    #expect(
      faults(of: "{\"customNetwork\": \"1,2,3\"}") == [
        "file.txt:1: customNetwork: \"1,2,3\" was read, where kbit/s in and out, milliseconds and percent are expected: "
          + "\"1000,1000,100,1\"."
      ])
  }

  @Test(
    "Firebase Test Lab, in seconds, kbit/s and fractions",
    arguments: [("LTE", "0.040s", 0.001, 16000, 40), ("GSM-poor", "0.600s", 0.1, 2.4, 600)]
      as [(String, String, Double, Double, Double)])
  func firebase(id: String, delay: String, loss: Double, bandwidth: Double, milliseconds: Double) throws {
    let rule = """
      {"delay": "\(delay)", "packetLossRatio": \(loss), "packetDuplicationRatio": 0, "bandwidth": \(bandwidth), "burst": 2000}
      """
    let found = try imported("{\"id\": \"\(id)\", \"upRule\": \(rule), \"downRule\": \(rule)}")
    #expect(found.format == .firebase)
    let profile = try #require(found.profiles.first)
    #expect(profile.name == id)
    #expect(Direction(profile.downlink) == Direction(bandwidth, milliseconds, loss * 100))
    #expect(profile.uplink == profile.downlink)
    #expect(
      found.assumptions == ["\(id): burst: left out: what a queue lets through at once is not part of a profile."])
  }

  @Test("Firebase's directions and duplicates")
  func firebaseDirections() throws {
    let found = try imported(
      """
      [{"id": "a", "upRule": {"delay": "0.1s", "packetDuplicationRatio": 0.25}, "downRule": {"bandwidth": 8}}]
      """)
    let profile = try #require(found.profiles.first)
    #expect(profile.uplink.duplicate.percent == 25)
    #expect(Direction(profile.uplink) == Direction(nil, 100))
    #expect(Direction(profile.downlink) == Direction(8, 0))
  }

  @Test("Charles, whose bandwidth is scaled by its utilisation")
  func charles() throws {
    let found = try imported(
      """
      <?xml version='1.0' encoding='UTF-8' ?>
      <?charles serialisation-version='2.0' ?>
      <configuration><throttlingConfiguration>
        <bandwidthDown>57.6</bandwidthDown><bandwidthUp>33.6</bandwidthUp>
        <utilisationDown>70</utilisationDown><utilisationUp>100</utilisationUp>
        <latency>
          250
        </latency><reliability>99</reliability><mtu>576</mtu>
        <lowQuality>100</lowQuality><highQuality>100</highQuality><stability>100</stability>
        <customPresets><preset><name>Caf&#xe9; &amp; bar</name><bandwidthDown>1000</bandwidthDown></preset></customPresets>
        <hosts class="listAdapter"><list/></hosts><selectedHosts>false</selectedHosts>
      </throttlingConfiguration></configuration>

      """, file: "modem.xml")
    #expect(found.format == .charles)
    #expect(found.profiles.map(\.name) == ["modem", "Café & bar"])
    let modem = try #require(found.profiles.first)
    #expect(Direction(modem.downlink) == Direction(40.32, 125))
    #expect(Direction(modem.uplink) == Direction(33.6, 125))
    #expect(found.profiles.last.map { Direction($0.downlink) } == Direction(1000, 0))
    for key in ["utilisationDown", "latency", "reliability", "mtu", "hosts", "selectedHosts"] {
      #expect(found.assumptions.contains { $0.hasPrefix("modem: \(key): ") }, "\(key)")
    }
    #expect(found.assumptions.count == 6)
  }

  @Test("damaged XML is refused with its line")
  func damagedXML() {
    func charles(_ text: String) -> [String] { faults(of: "<?charles ?>\n\(text)", file: "c.xml") }
    #expect(
      charles("<a>\n<b></a>") == ["c.xml:3: This is not XML: \"a>\" where b> to end what began on line 3 is expected."])
    #expect(
      charles("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>").first?.contains("a document type that defines nothing") == true)
    #expect(charles("<a>&what;</a>").first?.contains("a character such as &amp;") == true)
    #expect(
      charles(String(repeating: "<a>", count: 33)) == ["c.xml:2: Its elements are nested more than 32 deep."])
    #expect(charles("<a/><b/>").first?.contains("where the end of the file is expected") == true)
    #expect(charles("text <a/>").first?.contains("where an element is expected") == true)
    #expect(
      charles("<a><throttlingConfiguration>\n<utilisationUp>150</utilisationUp></throttlingConfiguration></a>") == [
        "c.xml:3: a.throttlingConfiguration.utilisationUp: 150 was read; allowed is a whole number of percent from 1 to 100."
      ])
    #expect(
      charles("<a><throttlingConfiguration>no</throttlingConfiguration></a>") == [
        "c.xml:2: a.throttlingConfiguration: \"no\" was read, where bandwidthDown, latency and so on are expected."
      ])
    #expect(
      charles("<a><throttlingConfiguration><bandwithUp>3</bandwithUp></throttlingConfiguration></a>") == [
        "c.xml:2: a.throttlingConfiguration.bandwithUp: is not a key of this format; did you mean bandwidthUp?"
      ])
  }

  @Test("what older versions of tcshow print: milliseconds, percent and kbit/s without units, filters without rules")
  func olderTCConfig() throws {
    let profile = try only(
      """
      {"eth0": {"outgoing": {"dst-network=192.0.2.10/32, dst-port=8080": {"delay": "10.0", "loss": "0.01", "rate": "250K",
        "delay-distro": "2.0"}, "network=0.0.0.0/0": {}}, "incoming": {"network=0.0.0.0/0": {"delay": "1.0",
        "loss": "0.02", "rate": "1G", "reorder": "2"}}}}
      """, .tcconfig)
    #expect(Direction(profile.uplink) == Direction(250, 10, 0.01))
    #expect(profile.uplink.jitter == Jitter(deviation: .milliseconds(2), distribution: .normal))
    #expect(Direction(profile.downlink) == Direction(1_000_000, 1, 0.02))
    #expect(profile.downlink.reordering?.chance.percent == 2)
  }

  @Test("an interface for which tcshow has no rules does nothing")
  func emptyTCConfig() throws {
    let profile = try only("{\"eth0\": {\"outgoing\": {}, \"incoming\": {}}}", .tcconfig)
    #expect(profile.uplink == .none)
    #expect(profile.downlink == .none)
  }

  @Test("what containerlab shows of an interface for which nothing is set, and of a delay above a second")
  func containerlabZero() throws {
    let found = try imported(
      """
      {"srl": [{"interface": "lo", "delay": "", "jitter": "", "packet_loss": 0, "rate": 0, "corruption": 0},
        {"interface": "mgmt0", "delay": "1s", "jitter": "5ms", "packet_loss": 0.1, "rate": 0, "corruption": 0.2}]}
      """)
    #expect(found.profiles.map(\.name) == ["srl mgmt0"])
    let uplink = try #require(found.profiles.first?.uplink)
    #expect(Direction(uplink) == Direction(nil, 1000, 0.1))
    #expect(uplink.corrupt.percent == 0.2)
    // Without a rate netem lets packets with less jitter overtake.
    #expect(uplink.jitter == Jitter(deviation: .milliseconds(5)))
    #expect(!uplink.keepsOrder)
  }
}

import FoundationEssentials
import Testing

@testable import Profiles

/// What was read of a property list, written again: the system's encoder makes the binary form of the same values.
extension PropertyListValue: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Writes the value as what it is.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let entries):
      var container = encoder.container(keyedBy: Key.self)
      for (key, entry) in entries { try container.encode(entry, forKey: Key(stringValue: key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .string(let text), .other(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .boolean(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let text):
      var container = encoder.singleValueContainer()
      if let whole = Int(text) { try container.encode(whole) } else { try container.encode(Double(text) ?? 0) }
    }
  }
}

@Suite("Apple's file")
struct AppleFileTests {
  /// The whole preference file as `defaults export` gives it, with what Apple's tool would keep and we have no use for.
  private static let whole = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>Profiles</key>
    \t<dict>
    \t\t<key>A/B &amp; &lt;C&gt;</key>
    \t\t<dict>
    \t\t\t<key>DNSDelayValue</key>
    \t\t\t<real>0</real>
    \t\t\t<key>DownlinkBandwidth</key>
    \t\t\t<real>1.5</real>
    \t\t\t<key>DownlinkBandwidthUnit</key>
    \t\t\t<integer>1</integer>
    \t\t\t<key>DownlinkDelay</key>
    \t\t\t<real>20.25</real>
    \t\t\t<key>DownlinkPacketLossRatio</key>
    \t\t\t<real>0.07</real>
    \t\t\t<key>ExcludeLoopback</key>
    \t\t\t<integer>0</integer>
    \t\t\t<key>ProtocolFamily</key>
    \t\t\t<integer>30</integer>
    \t\t\t<key>RunOnInterface</key>
    \t\t\t<string>en7</string>
    \t\t\t<key>UplinkBandwidth</key>
    \t\t\t<real>0</real>
    \t\t\t<key>UplinkBandwidthUnit</key>
    \t\t\t<integer>0</integer>
    \t\t\t<key>UplinkDelay</key>
    \t\t\t<real>0</real>
    \t\t\t<key>UplinkPacketLossRatio</key>
    \t\t\t<real>100</real>
    \t\t</dict>
    \t\t<key>LTE</key>
    \t\t<dict>
    \t\t\t<key>DNSDelayValue</key>
    \t\t\t<real>0</real>
    \t\t\t<key>DownlinkBandwidth</key>
    \t\t\t<real>50</real>
    \t\t\t<key>DownlinkBandwidthUnit</key>
    \t\t\t<integer>1</integer>
    \t\t\t<key>DownlinkDelay</key>
    \t\t\t<real>50</real>
    \t\t\t<key>DownlinkPacketLossRatio</key>
    \t\t\t<real>0</real>
    \t\t\t<key>ExcludeLoopback</key>
    \t\t\t<integer>1</integer>
    \t\t\t<key>Preset</key>
    \t\t\t<true/>
    \t\t\t<key>ProtocolFamily</key>
    \t\t\t<integer>0</integer>
    \t\t\t<key>RunOnInterface</key>
    \t\t\t<string>All</string>
    \t\t\t<key>UplinkBandwidth</key>
    \t\t\t<real>10</real>
    \t\t\t<key>UplinkBandwidthUnit</key>
    \t\t\t<integer>1</integer>
    \t\t\t<key>UplinkDelay</key>
    \t\t\t<real>65</real>
    \t\t\t<key>UplinkPacketLossRatio</key>
    \t\t\t<real>0</real>
    \t\t</dict>
    \t</dict>
    \t<key>SelectedProfile</key>
    \t<string>LTE</string>
    \t<key>SimulatedProfile</key>
    \t<string>A/B &amp; &lt;C&gt;</string>
    \t<key>SimulatorIsRunning</key>
    \t<false/>
    \t<key>TimeAtLastRun</key>
    \t<integer>1700000000</integer>
    </dict>
    </plist>

    """

  private func binary(_ text: String) throws -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return [UInt8](try encoder.encode(try PropertyListDecoder().decode(PropertyListValue.self, from: Data(text.utf8))))
  }

  @Test("a whole file is read, with the profile that is selected")
  func whole() throws {
    let found = try imported(Self.whole, file: "com.apple.network.prefPaneSimulate.plist")
    #expect(found.format == .nlc)
    #expect(found.selected == "LTE")
    #expect(found.defaultProfile?.downlink.rate == .megabits(50))
    #expect(found.profiles.map(\.name) == ["A-B & <C>", "LTE"])
    #expect(
      found.assumptions == [
        "A-B & <C>: is called \"A/B & <C>\" in the file.",
        "A-B & <C>: DownlinkBandwidth: 1.5 is taken for 1, as Apple's tool does.",
        "A-B & <C>: DownlinkDelay: 20.25 is taken for 20 ms, as Apple's tool does.",
        "A-B & <C>: RunOnInterface: \"en7\" is left out; the link of a lab is its only one.",
        "A-B & <C>: ExcludeLoopback: 0 is left out; a loopback interface is never conditioned here.",
      ])
  }

  @Test("what is read and written again is the same to the byte")
  func stable() throws {
    let found = try imported(Self.whole)
    #expect(try ProfileExporter.export(found, to: .nlc) == ExportResult(text: Self.whole, warnings: []))
  }

  @Test("the binary form says the same")
  func binary() throws {
    let bytes = try binary(Self.whole)
    #expect(bytes.starts(with: "bplist00".utf8))
    #expect(try ProfileImporter.recognise(bytes, name: "x") == .nlc)
    let found = try ProfileImporter.import(bytes, file: "x")
    #expect(try ProfileExporter.export(found, to: .nlc).text == Self.whole)
  }

  @Test("the old-style form says the same, with its values as texts")
  func oldStyle() throws {
    let found = try imported(
      """
      { Profiles = {
          LTE = { DNSDelayValue = 0; DownlinkBandwidth = 50; DownlinkBandwidthUnit = 1; DownlinkDelay = 50;
            DownlinkPacketLossRatio = 0; ExcludeLoopback = 1; Preset = 1; ProtocolFamily = 0; RunOnInterface = All;
            UplinkBandwidth = 10; UplinkBandwidthUnit = 1; UplinkDelay = 65; UplinkPacketLossRatio = 0; };
          "A/B & <C>" = { DownlinkBandwidth = "1.5"; DownlinkBandwidthUnit = 1; DownlinkDelay = "20.25";
            DownlinkPacketLossRatio = "0.07"; ExcludeLoopback = 0; ProtocolFamily = 30; RunOnInterface = en7;
            UplinkPacketLossRatio = 100; };
        };
        SelectedProfile = LTE; SimulatedProfile = "A/B & <C>"; SimulatorIsRunning = 0; TimeAtLastRun = 1700000000; }
      """)
    #expect(try ProfileExporter.export(found, to: .nlc).text == Self.whole)
  }

  @Test("the ConditionInducer's form is written with names")
  func conditionInducer() throws {
    let result = try ProfileExporter.export([.edge, .lte], to: .conditionInducer)
    let found = try imported(result.text)
    #expect(found.format == .conditionInducer)
    #expect(found.profiles.map(\.name) == ["Edge", "LTE"])
    #expect(try ProfileExporter.export(found, to: .conditionInducer).text == result.text)
  }

  @Test("Apple's own presets lose nothing but what is not about packets")
  func presets() throws {
    let presets: [Profile] = [
      .totalLoss, .veryBadNetwork, .edge, .cellular3G, .lte, .dsl, .wifi, .wifi80211ac, .highLatencyDNS,
    ]
    let result = try ProfileExporter.export(presets, to: .nlc)
    let found = try imported(result.text)
    for preset in presets {
      let read = try #require(found.profiles.first { $0.name == preset.name })
      #expect(read.downlink == preset.downlink)
      #expect(read.uplink == preset.uplink)
      #expect(read.dnsDelay == preset.dnsDelay)
    }
    #expect(result.warnings.allSatisfy { !$0.contains("link.") }, "no condition is left out")
    #expect(
      result.warnings.contains(
        "Edge: left out, as Apple's file has no key for it: Summary, InterfaceType, Expensive."))
  }

  @Test("what Apple's file cannot say is warned of by name")
  func warnings() throws {
    var profile = Profile(name: "Odd", family: .ipv6, radio: .lte, isConstrained: true)
    profile.downlink = LinkConditions(
      rate: DataRate(bitsPerSecond: 1_500), delay: .microseconds(1_500), jitter: Jitter(deviation: .milliseconds(1)),
      loss: .bursts(ratio: .one, averageLength: 2), duplicate: .one, reordering: Reordering(chance: .one),
      corrupt: .one, queue: Queue(depth: .bytes(3_000)))
    profile.uplink.rate = .megabits(3_000)
    profile.dnsFailure = .timeout
    let result = try ProfileExporter.export([profile], to: .nlc)
    #expect(
      result.warnings == [
        "Odd: Downlink.Rate is rounded from 1.5 kbit/s to 2 kbit/s.",
        "Odd: Downlink.Delay is rounded from 1.5 ms to 2 ms.",
        "Odd: Downlink.Loss comes in bursts; Apple's tool loses 100 % independently.",
        "Odd: Uplink.Rate is 3 Gbit/s, and Apple's tool does not start above 2147 Mbit/s.",
        "Odd: left out, as Apple's file has no key for it: Radio, Constrained, DNSFailure, Downlink.Jitter, "
          + "Downlink.Duplicate, Downlink.Reorder, Downlink.Corrupt, Downlink.Queue.",
      ])
    #expect(try imported(result.text).profiles.first?.family == .ipv6)
  }

  @Test("what would be another link altogether is refused")
  func refusals() {
    #expect(throws: ExportRefusal.self) { try ProfileExporter.export([.airplaneMode], to: .nlc) }
    var slow = Profile(name: "Slow")
    slow.uplink.rate = DataRate(bitsPerSecond: 400)
    #expect(
      throws: ExportRefusal(
        format: .nlc,
        reasons: ["Slow: Uplink.Rate is 400 bit/s, and Apple's tool takes less than 1 kbit/s for no limit."])
    ) { try ProfileExporter.export([slow], to: .nlc) }
  }

  @Test("every fault is told in one go, with its line and the nearest key")
  func faults() {
    #expect(
      ProfilesTests.faults(
        of: """
          { Profiles = {
            A = { DownlinkBandwdth = 3; DownlinkDelay = soon; };
            B = { UplinkPacketLossRatio = 101;
              UplinkDelay = "-1"; ProtocolFamily = 1; };
            "a " = { DownlinkDelay = 1; };
            C = 3;
          }; SelectedProfle = A; }
          """)
        == [
          "file.txt:2: Profiles.A.DownlinkDelay: \"soon\" was read, where a number is expected.",
          "file.txt:2: Profiles.A.DownlinkBandwdth: is not a key of this format; did you mean DownlinkBandwidth?",
          "file.txt:3: Profiles.B.UplinkPacketLossRatio: 101 was read; allowed is 0 to 100.",
          "file.txt:4: Profiles.B.UplinkDelay: \"-1\" was read; allowed is 0 or more.",
          "file.txt:4: Profiles.B.ProtocolFamily: \"1\" was read; allowed are 0 (any), 2 (IPv4) and 30 (IPv6).",
          "file.txt:5: Profiles.a : \"a\" and \"A\" are the same name, since case, spaces, - and _ do not count.",
          "file.txt:6: Profiles.C: \"3\" was read, where the dictionary of a profile is expected.",
          "file.txt:7: SelectedProfle: is not a key of this format; did you mean SelectedProfile?",
        ])
  }

  @Test("unknown keys far from every known one are left out with a note")
  func unknownKeys() throws {
    let found = try imported("{ DownlinkDelay = 5; ColourOfIcon = red; }", file: "Mine.plist")
    #expect(found.assumptions == ["Mine: ColourOfIcon: left out: the key is not known."])
  }
}

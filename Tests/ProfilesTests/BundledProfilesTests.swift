import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Bundled profiles")
struct BundledProfilesTests {
  /// Apple's presets, kbit/s, ms and percent: down rate, delay, loss, up rate, delay, loss, DNS delay.
  static let apple: [(String, UInt64?, Int, Double, UInt64?, Int, Double, Int)] = [
    ("100% Loss", nil, 0, 100, nil, 0, 100, 0),
    ("3G", 780, 100, 0, 330, 100, 0, 0),
    ("DSL", 2_000, 5, 0, 256, 5, 0, 0),
    ("Edge", 240, 400, 0, 200, 440, 0, 0),
    ("High Latency DNS", nil, 0, 0, nil, 0, 0, 3_000),
    ("LTE", 50_000, 50, 0, 10_000, 65, 0, 0),
    ("Very Bad Network", 1_000, 500, 10, 1_000, 500, 10, 0),
    ("Wi-Fi", 40_000, 1, 0, 33_000, 1, 0, 0),
    ("Wi-Fi 802.11ac", 250_000, 1, 0, 100_000, 1, 0, 0),
  ]

  @Test("Apple's nine have Apple's names and numbers")
  func appleNumbers() throws {
    for (name, downRate, downDelay, downLoss, upRate, upDelay, upLoss, dnsDelay) in Self.apple {
      let profile = try #require(BundledProfiles.all.first { $0.name == name }, "\(name) is missing")
      let down = LinkConditions(
        rate: downRate.map { .kilobits($0) }, delay: .milliseconds(downDelay),
        loss: .independent(try #require(Probability(percent: downLoss))))
      let up = LinkConditions(
        rate: upRate.map { .kilobits($0) }, delay: .milliseconds(upDelay),
        loss: .independent(try #require(Probability(percent: upLoss))))
      #expect(profile.downlink == down, "\(name)")
      #expect(profile.uplink == up, "\(name)")
      #expect(profile.dnsDelay == .milliseconds(dnsDelay), "\(name)")
      #expect(profile.linkState == .up, "\(name)")
    }
  }

  private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "profiles")

  @Test("every file of the folder is bundled as it is, and nothing else")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "scenarios" }.sorted()
    #expect(names == BundledProfiles.files.map(\.file).sorted())
    for (file, profile) in BundledProfiles.files {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      #expect(try Profile(propertyList: bytes, file: file) == profile, "\(file)")
    }
  }

  @Test("each has a summary, a name of its own, and the source of its numbers in front")
  func described() throws {
    let names = BundledProfiles.all.map { ProfileStore.normalized($0.name) }
    #expect(Set(names).count == names.count)
    #expect(BundledProfiles.all.allSatisfy { $0.summary?.hasSuffix(".") == true })
    let openings = ["/* Source: ", "/* Rates: ", "/* No numbers: "]
    for (file, _) in BundledProfiles.files {
      let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      #expect(openings.contains { text.hasPrefix($0) }, "\(file)")
    }
  }

  @Test("a mobile network is expensive, the others are not")
  func expensive() {
    for profile in BundledProfiles.all {
      #expect(profile.isExpensive == (profile.interfaceType == .cellular), "\(profile.name)")
    }
  }

  @Test("each can be named in code")
  func statics() {
    let named: [Profile] = [
      .totalLoss, .veryBadNetwork, .edge, .cellular3G, .lte, .dsl, .wifi, .wifi80211ac, .highLatencyDNS, .airplaneMode,
      .lossyWiFi, .cellular2G, .cellular4G, .cellular5G, .satellite,
    ]
    #expect(named == BundledProfiles.all)
    #expect(Profile.airplaneMode.linkState == .down)
  }

  @Test("each survives being written and read", arguments: BundledProfiles.all + [.unconditioned])
  func roundTrip(profile: Profile) throws {
    let text = profile.propertyListText
    #expect(try Profile(propertyList: Array(text.utf8), file: "written.plist") == profile, "\(text)")
  }

  @Test("the native text is what a person would write")
  func nativeText() {
    #expect(
      Profile.edge.propertyListText == """
        {
          Name = "Edge";
          Summary = "A mobile network of the second generation with EDGE.";
          InterfaceType = cellular;
          Expensive = YES;
          Downlink = { Rate = "240 kbit/s"; Delay = "400 ms"; };
          Uplink = { Rate = "200 kbit/s"; Delay = "440 ms"; };
        }

        """)
  }
}

import FoundationEssentials
import Profiles
import Testing

@testable import LinkcondCommand

@Suite("list and show")
struct ArgumentsOutputTests {
  private let bundled = ProfileStore(workingDirectory: nil, home: nil)

  @Test("list shows every profile in 80 columns")
  func list() throws {
    let output = try ListArguments(isJSON: false, profilePlaces: []).output(bundled)
    #expect(output.complaints == "")
    #expect(output.status == .done)
    #expect(
      output.facts == """
        NAME              DOWNLINK                     UPLINK                       FILE
        100% Loss         100 % loss                   100 % loss
        Very Bad Network  1 Mbit/s 500 ms 10 % loss    1 Mbit/s 500 ms 10 % loss
        Edge              240 kbit/s 400 ms            200 kbit/s 440 ms
        3G                780 kbit/s 100 ms            330 kbit/s 100 ms
        LTE               50 Mbit/s 50 ms              10 Mbit/s 65 ms
        DSL               2 Mbit/s 5 ms                256 kbit/s 5 ms
        Wi-Fi             40 Mbit/s 1 ms               33 Mbit/s 1 ms
        Wi-Fi 802.11ac    250 Mbit/s 1 ms              100 Mbit/s 1 ms
        High Latency DNS  -                            DNS +3 s
        Airplane Mode     interface down               interface down
        Lossy Wi-Fi       20 Mbit/s 40 ms 2 % loss     20 Mbit/s 40 ms 2 % loss
        2G                35 kbit/s 650 ms             32 kbit/s 650 ms
        4G                9 Mbit/s 85 ms               9 Mbit/s 85 ms
        5G                166.13 Mbit/s 16.5 ms        21.08 Mbit/s 16.5 ms
        Satellite         25 Mbit/s 300 ms 0.5 % loss  25 Mbit/s 300 ms 0.5 % loss

        """)
  }

  @Test("show tells everything about a profile")
  func show() throws {
    #expect(
      try ShowArguments(profile: "edge", isJSON: false, profilePlaces: []).output(bundled).facts == """
        Edge
        A mobile network of the second generation with EDGE.

          Downlink    240 kbit/s, 400 ms one way, 0 % loss
          Uplink      200 kbit/s, 440 ms one way, 0 % loss
          Round trip  840 ms, and the time to send both ways
          DNS delay   none
          Interface   wwan0 (cellular), expensive
          Link state  up
          From        bundled

        """)
    #expect(
      try ShowArguments(profile: "high latency dns", isJSON: false, profilePlaces: []).output(bundled).facts == """
        High Latency DNS
        A good link whose name server takes three seconds.

          Downlink    no limit, 0 ms one way, 0 % loss
          Uplink      no limit, 0 ms one way, 0 % loss
          Round trip  0 ms
          DNS delay   3 s, before the uplink
          Interface   wlan0 (wifi)
          Link state  up
          From        bundled

        """)
    for silent in ["100% loss", "airplane-mode"] {
      let output = try ShowArguments(profile: silent, isJSON: false, profilePlaces: []).output(bundled)
      #expect(output.facts.contains("Round trip  never\n"))
    }
  }

  @Test("JSON has nanoseconds, bits per second and fractions, and null for no limit")
  func json() throws {
    #expect(
      try ShowArguments(profile: "very bad network", isJSON: true, profilePlaces: []).output(bundled).facts == """
        {
          "dnsDelay" : 0,
          "downlink" : {
            "delay" : 500000000,
            "loss" : 0.1,
            "rate" : 1000000
          },
          "expensive" : false,
          "interfaceType" : "wifi",
          "linkState" : "up",
          "name" : "Very Bad Network",
          "origin" : "bundled",
          "summary" : "Slow, a second of round trip, and one packet in ten lost each way.",
          "uplink" : {
            "delay" : 500000000,
            "loss" : 0.1,
            "rate" : 1000000
          }
        }

        """)
    #expect(
      try ShowArguments(profile: "total-loss", isJSON: true, profilePlaces: []).output(bundled).facts
        .contains("\"rate\" : null"))
  }

  private struct Listed: Decodable {
    struct Item: Decodable { var name: String }
    var schema: Int
    var profiles: [Item]
  }

  @Test("the JSON list carries its schema and the same profiles")
  func jsonList() throws {
    let output = try ListArguments(isJSON: true, profilePlaces: []).output(bundled)
    let listed = try JSONDecoder().decode(Listed.self, from: Data(output.facts.utf8))
    #expect(listed.schema == 1)
    #expect(listed.profiles.map(\.name) == BundledProfiles.all.map(\.name))
  }

  @Test("a damaged file is complained about beside the sound ones")
  func damaged() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).plist").path
    try Data("{ Name = x; DNSDelay = 3; }".utf8).write(to: URL(filePath: file))
    defer {
      do { try FileManager.default.removeItem(atPath: file) } catch { Issue.record(error) }
    }
    let store = ProfileStore(extra: [file], workingDirectory: nil, home: nil)
    let output = try ListArguments(isJSON: false, profilePlaces: []).output(store)
    #expect(output.status == .badInput)
    #expect(output.facts.contains("\nEdge "))
    #expect(
      output.complaints
        == "Error: \(file):1: DNSDelay: \"3\" has no unit; write a duration such as \"100 ms\" (units: ns, us, ms, s, min).\n"
    )
    try Data("{ Name = \"My own\"; Link = { Delay = \"1 ms\"; }; }".utf8).write(to: URL(filePath: file))
    let sound = try ListArguments(isJSON: false, profilePlaces: []).output(store)
    #expect(
      sound.facts.hasSuffix("My own            1 ms                         1 ms                         \(file)\n"))
  }

  @Test("an unknown profile is not shown but named, with the nearest")
  func unknown() {
    #expect(throws: UnknownProfile(name: "egde", nearest: ["Edge"], searched: ["bundled"])) {
      try ShowArguments(profile: "egde", isJSON: false, profilePlaces: []).output(bundled)
    }
  }
}

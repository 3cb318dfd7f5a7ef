import FoundationEssentials
import Profiles
import Testing

@testable import LinkcondCommand

@Suite("list and show")
struct ArgumentsOutputTests {
  private let bundled = ProfileStore(workingDirectory: nil, home: nil)

  private func list(_ store: ProfileStore, isJSON: Bool = false, names: ListedNames? = nil) throws -> CommandOutput {
    try ListArguments(isJSON: isJSON, names: names, profilePlaces: [])
      .output(store, ScenarioStore(profiles: store, home: nil))
  }

  private func show(_ name: String, isJSON: Bool = false, in store: ProfileStore? = nil) throws -> CommandOutput {
    let store = store ?? bundled
    return try ShowArguments(profile: name, isJSON: isJSON, profilePlaces: [])
      .output(store, ScenarioStore(profiles: store, home: nil))
  }

  @Test("list shows every profile in 80 columns")
  func tables() throws {
    let output = try list(bundled)
    #expect(output.complaints == "")
    #expect(output.status == .done)
    #expect(
      output.facts == """
        PROFILE           DOWNLINK                     UPLINK
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

        SCENARIO                  LENGTH  WHAT HAPPENS
        Wi-Fi to Cellular         40 s    Walking out of the house: Wi-Fi fades, then t…
        Train Tunnel              1 min   A train enters a tunnel: LTE weakens, nothing…
        Elevator                  48 s    Half a minute in an elevator: bursts of loss …
        Flapping Wi-Fi            80 s    Wi-Fi at the edge of its reach: it drops out …
        Captive Portal            40 s    A public network that answers no name until o…
        Slow Degradation          90 s    LTE turns into a very bad network over a minu…
        Airplane Mode On and Off  35 s    Airplane Mode for 15 s: all interfaces down a…
        VPN Up and Down           45 s    A virtual private network comes up over Wi-Fi…

        """)
    #expect(output.facts.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("show tells everything about a profile")
  func profiles() throws {
    #expect(
      try show("edge").facts == """
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
      try show("high latency dns").facts == """
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
      let output = try show(silent)
      #expect(output.facts.contains("Round trip  never\n"))
    }
  }

  @Test("JSON has nanoseconds, bits per second and fractions, and null for no limit")
  func json() throws {
    #expect(
      try show("very bad network", isJSON: true).facts == """
        {
          "constrained" : false,
          "dnsDelay" : 0,
          "dnsFailure" : null,
          "downlink" : {
            "corrupt" : 0,
            "delay" : 500000000,
            "duplicate" : 0,
            "jitter" : null,
            "keepsOrder" : true,
            "loss" : 0.1,
            "lossModel" : {
              "model" : "independent",
              "parameters" : {
                "ratio" : 0.1
              }
            },
            "queue" : {
              "depth" : 50,
              "kind" : "dropTail",
              "unit" : "packets"
            },
            "rate" : 1000000,
            "reorder" : null,
            "trace" : null
          },
          "expensive" : false,
          "interfaceType" : "wifi",
          "linkState" : "up",
          "name" : "Very Bad Network",
          "origin" : "bundled",
          "protocolFamily" : "any",
          "radio" : null,
          "summary" : "Slow, a second of round trip, and one packet in ten lost each way.",
          "uplink" : {
            "corrupt" : 0,
            "delay" : 500000000,
            "duplicate" : 0,
            "jitter" : null,
            "keepsOrder" : true,
            "loss" : 0.1,
            "lossModel" : {
              "model" : "independent",
              "parameters" : {
                "ratio" : 0.1
              }
            },
            "queue" : {
              "depth" : 50,
              "kind" : "dropTail",
              "unit" : "packets"
            },
            "rate" : 1000000,
            "reorder" : null,
            "trace" : null
          }
        }

        """)
    #expect(
      try show("total-loss", isJSON: true).facts
        .contains("\"rate\" : null"))
  }

  private struct Listed: Decodable {
    struct Item: Decodable { var name: String }
    var schema: Int
    var profiles: [Item]
    var scenarios: [Item]
  }

  @Test("the JSON list carries its schema and the same profiles")
  func jsonList() throws {
    let output = try list(bundled, isJSON: true)
    let listed = try JSONDecoder().decode(Listed.self, from: Data(output.facts.utf8))
    #expect(listed.schema == 1)
    #expect(listed.profiles.map(\.name) == BundledProfiles.all.map(\.name))
    #expect(listed.scenarios.map(\.name) == BundledScenarios.all.map(\.name))
  }

  @Test("a damaged file is complained about beside the sound ones")
  func damaged() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).plist").path
    try Data("{ Name = x; DNSDelay = 3; }".utf8).write(to: URL(filePath: file))
    defer {
      do { try FileManager.default.removeItem(atPath: file) } catch { Issue.record(error) }
    }
    let store = ProfileStore(extra: [file], workingDirectory: nil, home: nil)
    let output = try list(store)
    #expect(output.status == .badInput)
    #expect(output.facts.contains("\nEdge "))
    #expect(
      output.complaints
        == "Error: \(file):1: DNSDelay: \"3\" has no unit; write a duration such as \"100 ms\" (units: ns, us, ms, s, min).\n"
    )
    try Data("{ Name = \"My own\"; Link = { Delay = \"1 ms\"; }; }".utf8).write(to: URL(filePath: file))
    let sound = try list(store)
    #expect(sound.facts.contains("\nMy own            1 ms                         1 ms\n"))
    #expect(sound.facts.hasSuffix("\n\nMy own: \(file)\n"))
  }

  @Test("an unknown profile is not shown but named, with the nearest")
  func unknown() {
    #expect(throws: UnknownName(.profile, name: "egde", nearest: ["Edge"], searched: ["bundled"])) {
      try show("egde")
    }
  }

  @Test("names alone are as they are typed, and found so")
  func names() throws {
    let profiles = try list(bundled, names: .profiles).facts.split(separator: "\n").map(String.init)
    #expect(profiles.count == BundledProfiles.all.count)
    #expect(profiles.contains("very-bad-network"))
    for name in profiles { #expect(ListedNames.typed(try bundled.find(name).name) == name) }
    let scenarios = try list(bundled, names: .scenarios).facts.split(separator: "\n").map(String.init)
    #expect(scenarios.contains("wi-fi-to-cellular"))
    for name in scenarios { _ = try ScenarioStore(profiles: bundled, home: nil).find(name) }
  }

  @Test("a long name and long conditions leave a table of 80 columns")
  func wide() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "wide-\(UUID().uuidString).plist").path
    let text = """
      { Name = "A profile with a rather long name";
        Link = { Rate = "166.13 Mbit/s"; Delay = "16.5 ms"; Jitter = "2.25 ms"; Duplicate = "1.5 %"; Corrupt = "1 %";
          Loss = { Ratio = "12.5 %"; AverageBurst = 7; }; }; }
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    defer {
      do { try FileManager.default.removeItem(atPath: file) } catch { Issue.record(error) }
    }
    let store = ProfileStore(extra: [file], workingDirectory: nil, home: nil)
    let lines = try list(store).facts.split(separator: "\n").filter { !$0.contains("/wide-") }
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("A profile with a rather long name  166.13 Mbit/s") && $0.hasSuffix("…") })
  }

  @Test("show tells every key")
  func everyKey() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "show-\(UUID().uuidString).plist").path
    let text = """
      { Name = All; InterfaceType = cellular; Radio = NR; Constrained = YES; ProtocolFamily = IPv6; DNSFailure = servfail;
        Downlink = { Rate = "1 Mbit/s"; Delay = "50 ms"; KeepOrder = NO; Duplicate = "1 %"; Corrupt = "2 %";
          Jitter = { Deviation = "5 ms"; Distribution = normal; Correlation = "25 %"; };
          Loss = { Ratio = "1 %"; AverageBurst = 4; }; Reorder = { Chance = "5 %"; Gap = 3; };
          Queue = { Depth = "200 ms"; Kind = dropHead; }; };
        Uplink = { Loss = { GilbertElliott = { BecomesBad = "1 %"; BecomesGood = "9 %"; LossInBad = "50 %"; }; }; }; }
      """
    try Data(text.utf8).write(to: URL(filePath: file))
    defer {
      do { try FileManager.default.removeItem(atPath: file) } catch { Issue.record(error) }
    }
    #expect(
      try show(file).facts == """
        All

          Downlink     1 Mbit/s, 50 ms one way, 1 % loss in bursts of 4 packets
            jitter     5 ms, normal, 25 % like the one before
            order      not kept where the jitter changes it
            duplicate  1 %
            reorder    5 % of one packet in 3
            corrupt    2 %
            queue      200 ms, dropHead
          Uplink       no limit, 0 ms one way, 5 % loss (Gilbert-Elliott: 1 % becomes
                       bad, 9 % becomes good, 50 % lost in bad, 0 % in good)
          Round trip   50 ms, and the time to send both ways
          DNS delay    none
          DNS failure  servfail: the server says that it failed
          Packets      IPv6 only, others are not impaired
          Interface    wwan0 (cellular, NR), constrained
          Link state   up
          From         \(file)

        """)
  }

  @Test("a scenario is shown by its name too")
  func scenario() throws {
    #expect(
      try show("elevator").facts == """
        Elevator
        Half a minute in an elevator: bursts of loss as the doors close, nothing
        between, all back at once.

          Length     48 s
          Interface  wwan0 (cellular): Unconditioned
          Expects    probe offline within 8s after riding
          Expects    probe online within 5s after doors open
          From       bundled

        AT    INTERFACE  STEP         WHAT HAPPENS
        0 ms  wwan0      hallway      profile LTE
        8 s   wwan0      doors close  profile Elevator doors
        11 s  wwan0      riding       profile Elevator
        33 s  wwan0      doors open   profile LTE

        """)
    #expect(try show("flapping-wifi", isJSON: true).facts.contains("\"kind\" : \"flap\""))
    #expect(
      try show("flapping-wifi").facts.contains(
        """
        5 s   wlan0      flapping       flap noCarrier for 1 min: 300 ms to 3 s out, 1 s
                                        to 6 s back

        """))
    #expect(throws: UnknownName.self) { try show("elevatr") }
  }

  @Test("a damaged scenario that is shown by its path is told what is wrong with it")
  func damagedScenario() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "show-\(UUID().uuidString).plist").path
    try Data("{ Name = S;\n Steps = ( { At = \"0 s\"; Profile = Edgy; } ); }".utf8).write(to: URL(filePath: file))
    defer {
      do { try FileManager.default.removeItem(atPath: file) } catch { Issue.record(error) }
    }
    let faults = #expect(throws: ProfileFaults.self) { try show(file) }
    #expect(
      faults?.faults.map(\.description) == [
        "\(file):2: Steps[0].Profile: There is no profile 'Edgy' (looked in: bundled). Did you mean 'Edge'?"
      ])
  }

  @Test("check tells of sound files in a line and of all faults of others, in text and JSON")
  func check() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }
    let texts = [
      "p": "{ Name = P; Inherits = Edge; }",
      "s": "{ Name = S; Repeat = 2; End = \"5 s\"; Steps = ( { At = \"0 s\"; Profile = Edge; } ); }",
      "b": "{ Name = B;\n Link = { Los = x; };\n DNSDelay = 3; }",
    ]
    for (name, text) in texts { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).plist")) }
    func check(_ names: [String], isJSON: Bool = false) throws -> CommandOutput {
      let files = names.map { "\(folder)/\($0).plist" }
      return try CheckArguments(files: files, isJSON: isJSON, profilePlaces: []).output(bundled)
    }
    let sound = try check(["p", "s"])
    #expect(sound.status == .done)
    #expect(
      sound.facts
        == "\(folder)/p.plist: profile 'P'\n\(folder)/s.plist: scenario 'S', 1 step in 5 s, 2 rounds\n")
    let all = try check(["b", "p", "missing"])
    #expect(all.status == .badInput)
    #expect(all.facts == "\(folder)/p.plist: profile 'P'\n")
    #expect(
      all.complaints == """
        Error: \(folder)/b.plist:2: Link.Los: is not a key of a profile; did you mean Loss?
        Error: \(folder)/b.plist:3: DNSDelay: "3" has no unit; write a duration such as "100 ms" (units: ns, us, ms, s, min).
        Error: \(folder)/missing.plist: The file cannot be read: No such file or directory.

        """)
    let json = try check(["b", "s"], isJSON: true)
    #expect(json.status == .badInput)
    #expect(json.complaints == "")
    #expect(json.facts.contains("\"keyPath\" : \"Link.Los\""))
    #expect(json.facts.contains("\"kind\" : \"scenario\""))
  }
}

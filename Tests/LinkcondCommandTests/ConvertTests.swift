import FoundationEssentials
import LinuxSystem
import Profiles
import Testing

@testable import LinkcondCommand

@Suite("convert, and show in other forms")
struct ConvertTests {
  private let bundled = ProfileStore(workingDirectory: nil, home: nil)
  private let whole = """
    { Profiles = {
        Slow = { DownlinkBandwidth = 240; DownlinkDelay = 400; UplinkBandwidth = 200; UplinkDelay = "440.5"; };
        "Fast One" = { DownlinkBandwidth = 40; DownlinkBandwidthUnit = 1; Preset = 1; };
      }; SelectedProfile = Slow; }
    """

  /// Runs `body` with a new folder that is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "convert-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }
    try body(folder)
  }

  private func write(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

  private func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test("the profile that Apple's file says is selected becomes a native one")
  func selected() throws {
    try withFolder { folder in
      try write(whole, "\(folder)/x.plist")
      let output = try ConvertArguments(file: "\(folder)/x.plist", target: .native).output(bundled)
      #expect(
        output.facts == """
          {
            Name = "Slow";
            InterfaceType = wifi;
            Downlink = { Rate = "240 kbit/s"; Delay = "400 ms"; };
            Uplink = { Rate = "200 kbit/s"; Delay = "440 ms"; };
          }

          """)
      #expect(
        output.complaints == """
          Note: Slow: UplinkDelay: 440.5 is taken for 440 ms, as Apple's tool does.
          Note: Slow is taken, which is selected in the file.

          """)
      #expect(output.status == .done)
    }
  }

  @Test("profiles whose names differ in signs alone get a file each")
  func fileNames() throws {
    try withFolder { folder in
      try write(
        "{ Profiles = { \"A+B\" = { DownlinkDelay = 1; }; \"A&B\" = { DownlinkDelay = 2; }; }; }", "\(folder)/x.plist")
      let results = "\(folder)/results"
      try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: false)
      _ = try ConvertArguments(file: "\(folder)/x.plist", target: .native, destination: results).output(bundled)
      #expect(try FileManager.default.contentsOfDirectory(atPath: results).sorted() == ["a-b-2.plist", "a-b.plist"])
      let texts = try read("\(results)/a-b-2.plist") + read("\(results)/a-b.plist")
      #expect(texts.contains("A+B") && texts.contains("A&B"))
    }
  }

  @Test("one is chosen by its name, and an unknown name is answered with the nearest")
  func name() throws {
    try withFolder { folder in
      let file = "\(folder)/x.plist"
      try write(whole, file)
      let output = try ConvertArguments(file: file, target: .tc, name: "fast-one", device: "eth0").output(bundled)
      #expect(output.facts.hasPrefix("# Fast One: uplink on eth0, downlink on ifb-eth0\n"))
      // What was assumed of the other one does not matter here.
      #expect(!output.complaints.contains("Slow"), "\(output.complaints)")
      #expect(throws: UnknownName(.profile, name: "Slwo", nearest: ["Slow"], searched: [file])) {
        try ConvertArguments(file: file, target: .native, name: "Slwo").output(bundled)
      }
    }
  }

  @Test("all are written to a folder, each to a file of its own that is found by its name")
  func folder() throws {
    try withFolder { folder in
      try write(whole, "\(folder)/x.txt")
      try FileManager.default.createDirectory(atPath: "\(folder)/out", withIntermediateDirectories: true)
      let output = try ConvertArguments(file: "\(folder)/x.txt", target: .native, destination: "\(folder)/out").output(
        bundled)
      #expect(output.facts == "")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/out").sorted() == [
          "fast-one.plist", "slow.plist",
        ])
      let store = ProfileStore(extra: ["\(folder)/out"], workingDirectory: nil, home: nil)
      #expect(try store.find("Fast One").downlink.rate == .megabits(40))
    }
  }

  @Test("Apple's file written again as Apple's file keeps everything, in a file that is named")
  func again() throws {
    try withFolder { folder in
      try write(whole, "\(folder)/x.plist")
      for step in [("x", "y"), ("y", "z")] {
        let output = try ConvertArguments(
          file: "\(folder)/\(step.0).plist", target: .nlc, destination: "\(folder)/\(step.1).plist"
        ).output(bundled)
        #expect(output.facts == "")
      }
      #expect(try read("\(folder)/y.plist") == read("\(folder)/z.plist"))
      #expect(try read("\(folder)/z.plist").contains("<real>440.5</real>"))
      #expect(try read("\(folder)/z.plist").contains("<key>SelectedProfile</key>\n\t<string>Slow</string>"))
      #expect(throws: SystemError.self) {
        try ConvertArguments(file: "\(folder)/x.plist", target: .nlc, destination: "\(folder)/none/x").output(bundled)
      }
    }
  }

  @Test("a whole file of Apple's is a place of profiles, and as a path its selected one")
  func store() throws {
    try withFolder { folder in
      let file = "\(folder)/com.apple.network.prefPaneSimulate.plist"
      try write(whole, file)
      let store = ProfileStore(extra: [file], workingDirectory: nil, home: nil)
      let list = try ListArguments(isJSON: false, profilePlaces: [file]).output(store)
      #expect(list.complaints == "")
      #expect(list.facts.contains("Slow              240 kbit/s 400 ms"))
      #expect(list.facts.contains("Fast One"))
      #expect(list.facts.contains("\nSlow: \(file) (selected)\n") && list.facts.contains("\nFast One: \(file)\n"))
      let facts = try ListArguments(isJSON: true, profilePlaces: [file]).output(store).facts
      #expect(facts.contains("\"selected\" : [\n    \"Slow\"\n  ]"))
      #expect(try store.find("fastone").downlink.rate == .megabits(40))
      #expect(try bundled.find(file).name == "Slow")
      try write(whole.replacing("SelectedProfile = Slow;", with: ""), file)
      #expect(throws: ProfileFaults.self) { try bundled.find(file) }
    }
  }

  @Test("what cannot be written is refused, as bad input")
  func refused() throws {
    try withFolder { folder in
      try write(whole.replacing("SelectedProfile = Slow;", with: ""), "\(folder)/x.plist")
      do {
        _ = try ConvertArguments(file: "\(folder)/x.plist", target: .native).output(bundled)
        Issue.record("two profiles became one")
      } catch {
        #expect(CommandStatus(error) == .badInput)
        #expect(
          "\(error)"
            == "This cannot be written as native: it holds one profile, and there are 2: \"Fast One\", \"Slow\". "
            + "Choose one of them with --name.")
      }
    }
  }

  @Test("show prints a profile as a file or as commands")
  func show() throws {
    var arguments = ShowArguments(profile: "edge", isJSON: false, profilePlaces: [])
    arguments.form = .plist
    #expect(try arguments.output(bundled) == CommandOutput(facts: Profile.edge.propertyListText))
    arguments.form = .nlc
    let apple = try arguments.output(bundled)
    #expect(apple.facts.contains("<key>Edge</key>"))
    #expect(apple.complaints.hasPrefix("Warning: Edge: left out, as Apple's file has no key for it: Summary"))
    arguments.form = .tc
    arguments.device = "eth0"
    #expect(try arguments.output(bundled).facts.contains("\ntc qdisc replace dev eth0 root handle 1: netem limit "))
  }

  @Test("what tc's commands have and a profile does not is told beside the profile")
  func leftOut() throws {
    try withFolder { folder in
      try write("tc qdisc add dev d root netem loss 5% 25% ecn slot 1ms", "\(folder)/t.sh")
      let output = try ConvertArguments(file: "\(folder)/t.sh", target: .native).output(bundled)
      #expect(output.facts.contains("Uplink = { Loss = \"5 %\"; };"))
      for note in ["netem.loss: its correlation of 25 %", "netem.slot: \"1ms\"", "netem.ecn: is left out"] {
        #expect(output.complaints.contains("Note: d: \(note)"), "\(output.complaints)")
      }
    }
  }

  @Test("a scenario is converted to what can say it, and read again as the same")
  func scenario() throws {
    try withFolder { folder in
      let original = try #require(BundledScenarios.all.first { $0.name == "Wi-Fi to Cellular" })
      var arguments = ShowArguments(profile: "wi-fi to cellular", isJSON: false, profilePlaces: [])
      arguments.form = .plist
      let shown = try arguments.output(bundled)
      #expect(shown == CommandOutput(facts: original.propertyListText(profiles: bundled)))
      let file = "\(folder)/s.plist"
      try write(shown.facts, file)
      #expect(try ConvertArguments(file: file, target: .native).output(bundled).facts == shown.facts)
      #expect(FileCheck(file, profiles: bundled).contents == .scenario(original))

      let output = try ConvertArguments(file: file, target: .native, destination: folder).output(bundled)
      #expect(output == CommandOutput(facts: ""))
      #expect(try read("\(folder)/wi-fi-to-cellular.plist") == shown.facts)

      let facts = try ConvertArguments(file: file, target: .json).output(bundled).facts
      #expect(facts == (try ShowArguments(profile: file, isJSON: true, profilePlaces: []).output(bundled).facts))
      struct Facts: Decodable {
        struct Step: Decodable {
          struct Conditions: Decodable { let name: String }
          let time, duration: Int64
          let kind: String
          let profile: Conditions?
          let state: String?
        }
        let steps: [Step]
      }
      let steps = try JSONDecoder().decode(Facts.self, from: Data(facts.utf8)).steps
      #expect(steps.map(\.kind) == ["ramp", "state"])
      #expect(steps.map(\.time) == [5_000_000_000, 20_000_000_000])
      #expect(steps.map(\.duration) == [10_000_000_000, 0])
      #expect(steps.map(\.profile?.name) == ["Lossy Wi-Fi", nil])
      #expect(steps.map(\.state) == [nil, "noCarrier"])

      for target in [ProfileFormat.nlc, .tc] {
        #expect(throws: ExportRefusal.self) {
          try ConvertArguments(file: file, target: target, device: "d").output(bundled)
        }
      }
    }
  }

  @Test("the words of the command line")
  func words() throws {
    #expect(
      try Invocation(["convert", "x", "--to", "nlc", "--from=tc", "--name", "a", "--device", "e", "--output", "o"])
        == .convert(
          ConvertArguments(file: "x", target: .nlc, source: .tc, name: "a", device: "e", destination: "o")))
    for words in [
      ["convert", "x"], ["convert", "--to", "nlc"], ["convert", "x", "--to", "atc"],
      ["convert", "x", "--to", "nlc", "--from", "json"], ["convert", "x", "--to", "tc"],
      ["show", "edge", "--as", "tc"],
      ["show", "edge", "--as", "json"],
    ] {
      #expect(throws: UsageError.self) { try Invocation(words) }
    }
  }
}

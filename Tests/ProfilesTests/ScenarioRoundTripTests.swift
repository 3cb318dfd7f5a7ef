import Testing

@testable import Profiles

/// Scenarios of all kinds, drawn from a seed.
private struct RandomScenarios {
  private var numbers: SplitMix64
  private var profiles: RandomProfiles

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    profiles = RandomProfiles(seed: seed &+ 1)
  }

  private mutating func below(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
  private mutating func flip() -> Bool { numbers.next() & 1 == 0 }
  private mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  private mutating func duration(_ range: ClosedRange<Duration>) -> Duration { numbers.duration(in: range) }

  private mutating func profile() -> Profile {
    // One that is found by its name, one that has the name of another, one that no store has.
    switch below(3) {
    case 0: return pick(BundledProfiles.all)
    case 1:
      var profile = profiles.profile()
      profile.name = pick(BundledProfiles.all).name
      return profile
    default: return profiles.profile()
    }
  }

  private mutating func range() -> ClosedRange<Duration> {
    let low = duration(.milliseconds(500)...(.seconds(5)))
    return low...(flip() ? low : duration(low...(.seconds(9))))
  }

  private mutating func action() -> ScenarioStep.Action {
    switch below(4) {
    case 0: .profile(profile())
    case 1: .state(pick(LinkState.allCases))
    case 2: .ramp(to: profile(), over: duration(.nanoseconds(1)...(.seconds(60))))
    default:
      .flap(
        state: pick([.down, .noCarrier]), out: range(), back: range(),
        lasting: duration(.nanoseconds(1)...(.seconds(60))))
    }
  }

  private mutating func steps(on interfaces: [String]) -> [ScenarioStep] {
    let words = [
      "start", "a \"b\" \\c", "one  two, three", "probe offline within 5s", "5 s", "ende 😀",
      "\u{301}q\"\u{301} \u{301},\u{301} \\\u{301}", "in", "after x",
    ]
    let times = (0...below(6)).map { _ in flip() ? Duration.seconds(below(60)) : duration(.zero...(.seconds(60))) }
    return times.sorted().enumerated().map { index, time in
      ScenarioStep(
        time: time, name: "\(pick(words)) \(index)", interface: pick(interfaces), action: action())
    }
  }

  private mutating func expectation(_ steps: [String], _ monitors: [String]) -> Expectation {
    func step() -> String? { flip() ? pick(steps) : nil }
    func status(_ monitor: String) -> String {
      pick(
        MonitorWords.statuses(of: monitor) ?? [
          "x", "\u{301}x", "a\"\u{301}", "within", "a, b", "stays", "\"q\" \\", "two words",
        ])
    }
    let monitor = pick(monitors)
    switch below(6) {
    case 0:
      return .reaches(
        monitor: monitor, status: status(monitor), within: duration(.nanoseconds(1)...(.seconds(60))), after: step())
    case 1:
      return .stays(
        monitor: monitor, status: status(monitor),
        lasting: flip() ? duration(.nanoseconds(1)...(.seconds(60))) : nil, after: step())
    case 2: return .transitions(monitor: monitor, atMost: below(1_000_001))
    case 3: return .order(monitor: monitor, statuses: (0...below(5)).map { _ in status(monitor) })
    case 4: return .exit(status: Int32(below(256)))
    default:
      let quantity = pick(MonitorWords.quantities)
      func bound() -> Double {
        let share = Double(below(1_000_001)) / 1_000_000
        return quantity == "loss" ? (Probability(fraction: share)?.fraction ?? 0) : (share * 40_000_000_000).rounded()
      }
      let (low, most) = (flip() ? bound() : 0, quantity == "loss" ? 1 : Double.infinity)
      return .measured(
        quantity: quantity, direction: pick(MonitorWords.directions(of: quantity)), step: step(),
        bounds: low...(flip() ? max(low, bound()) : most))
    }
  }

  mutating func scenario() -> Scenario {
    let names = Array(["wlan0", "wwan0", "tun_1-x", "eth0"].prefix(1 + below(4)))
    let interfaces = names.map { name in
      ScenarioInterface(
        name: name, type: pick(InterfaceType.allCases), profile: flip() ? profile() : .unconditioned,
        state: pick(LinkState.allCases))
    }
    let steps = steps(on: names)
    let end = steps.map(\.end).max() ?? .zero
    var scenario = Scenario(
      name: pick(["x", "A \"b\" \\c", "Käse = {"]), interfaces: interfaces, steps: steps,
      length: max(.nanoseconds(1), end + duration(.zero...(.seconds(60)))), rounds: flip() ? 1 : 1 + below(9))
    if flip() { scenario.summary = "/* \"One\" line. */" }
    if flip() { scenario.seed = numbers.next() }
    let monitors = MonitorWords.names.filter { _ in flip() }
    scenario.monitors = monitors.isEmpty ? nil : monitors
    if flip() { scenario.probe.interval = duration(.nanoseconds(1)...(.seconds(9))) }
    if flip() { scenario.probe.timeout = duration(.nanoseconds(1)...(.seconds(9))) }
    if flip() { scenario.probe.failuresToGoOffline = 1 + below(1_000) }
    if flip() { scenario.probe.successesToComeOnline = 1 + below(1_000) }
    let stepNames = scenario.stepNames
    scenario.expectations = (0..<below(8)).map { _ in
      expectation(stepNames, scenario.monitors ?? MonitorWords.names)
    }
    return scenario
  }
}

@Suite("Scenarios written and read")
struct ScenarioRoundTripTests {
  private static let bundled = ScenarioReadingTests.bundled

  private func again(_ scenario: Scenario) throws -> Scenario {
    let text = scenario.propertyListText(profiles: Self.bundled)
    return try Scenario(propertyList: Array(text.utf8), file: "again", profiles: Self.bundled)
  }

  @Test("a scenario of any kind survives being written and read", arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var scenarios = RandomScenarios(seed: seed)
    for _ in 0..<20 {
      let scenario = scenarios.scenario()
      #expect(try again(scenario) == scenario, "\(scenario.propertyListText(profiles: Self.bundled))")
    }
  }

  @Test("every bundled scenario does, and names its bundled profiles", arguments: BundledScenarios.all)
  func bundled(scenario: Scenario) throws {
    #expect(try again(scenario) == scenario)
  }

  @Test("what is written is made for people to read")
  func text() throws {
    let scenario = try ScenarioReadingTests.scenario(
      """
      { Name = Walk; Summary = "Two links.";
        Interfaces = ( { Name = wlan0; Profile = "Wi-Fi"; State = down; }, { Name = wwan0; } );
        Steps = (
          { At = "5 s"; Interface = wlan0; Profile = { Name = Own; Inherits = "Wi-Fi"; Link = { Loss = "5 %"; }; }; },
          { At = "6 s"; Interface = wlan0; State = up; },
          { At = "7 s"; Interface = wwan0; Name = fade; Ramp = { To = Edge; Over = "2 s"; }; },
          { At = "8 s"; Interface = wlan0; Flap = { Out = "1 s to 2 s"; Back = "3 s"; For = "20 s"; }; } );
        Repeat = 2; Seed = 7; Monitors = (path, probe); Probe = { Interval = "200 ms"; FailuresToGoOffline = 2; };
        Expect = ( "path stays satisfied", { Measure = loss; Direction = downlink; From = "9 %"; In = fade; } ); }
      """)
    #expect(
      scenario.propertyListText(profiles: Self.bundled) == """
        {
          Name = "Walk";
          Summary = "Two links.";
          Interfaces = (
            { Name = "wlan0"; Type = wifi; Profile = "Wi-Fi"; State = down; },
            { Name = "wwan0"; Type = cellular; }
          );
          Steps = (
            { At = "5 s"; Name = "wlan0 Own"; Interface = "wlan0";
              Profile = {
                Name = "Own";
                InterfaceType = wifi;
                Downlink = { Rate = "40 Mbit/s"; Delay = "1 ms"; Loss = "5 %"; };
                Uplink = { Rate = "33 Mbit/s"; Delay = "1 ms"; Loss = "5 %"; };
              }; },
            { At = "6 s"; Name = "wlan0 up"; Interface = "wlan0"; State = up; },
            { At = "7 s"; Name = "fade"; Interface = "wwan0"; Ramp = { To = "Edge"; Over = "2 s"; }; },
            { At = "8 s"; Name = "wlan0 flap noCarrier"; Interface = "wlan0";
              Flap = { State = noCarrier; Out = "1 s to 2 s"; Back = "3 s"; For = "20 s"; }; }
          );
          Repeat = 2;
          Length = "38 s";
          Seed = 7;
          Monitors = (path, probe);
          Probe = { Interval = "200 ms"; FailuresToGoOffline = 2; };
          Expect = (
            "path stays satisfied",
            "loss downlink >= 9% in fade"
          );
        }

        """)
  }

  @Test("the longest names that are made up for steps can be written and read")
  func longNames() throws {
    let long = String(repeating: "x", count: ProfileReader.longestName)
    let scenario = try ScenarioReadingTests.scenario(
      """
      { Name = x; Interfaces = ( { Name = wlan012345678; }, { Name = b; } ); Repeat = 2;
        Steps = (
          { At = "0 s"; Interface = wlan012345678; Ramp = { To = { Name = \(long); }; Over = "1 s"; }; },
          { At = "2 s"; Interface = b; Ramp = { To = { Name = \(long); }; Over = "1 s"; }; } );
        Expect = ( { Monitor = path; Stays = satisfied; After = "wlan012345678 ramp to \(long) (round 2)"; } ); }
      """)
    #expect(try again(scenario) == scenario)
  }

  @Test("a profile of the user's own by a bundled name is written out where the bundled one was meant")
  func overridden() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = \"3G\"; Link = { Delay = \"7 s\"; }; }", to: "\(folder)/profiles/3g.plist")
      let store = ProfileStore(workingDirectory: folder, home: nil)
      let scenario = try ScenarioReadingTests.scenario("{ Name = x; Steps = ( { At = \"0 s\"; Profile = \"3G\"; } ); }")
      let text = scenario.propertyListText(profiles: store)
      #expect(try Scenario(propertyList: Array(text.utf8), file: "again", profiles: store) == scenario)
    }
  }

  @Test("a scenario is told from other files, and other formats refuse it")
  func formats() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = x; Steps = ( { At = \"0 s\"; Profile = \"3G\"; } ); }", to: "\(folder)/s.plist")
      try write("{ Name = x; }", to: "\(folder)/p.plist")
      try write("tc qdisc add dev d root netem delay 1ms", to: "\(folder)/t.sh")
      let scenario = try #require(
        try ProfileImporter.scenario(contentsOf: "\(folder)/s.plist", profiles: Self.bundled))
      for name in ["p.plist", "t.sh"] {
        #expect(try ProfileImporter.scenario(contentsOf: "\(folder)/\(name)", profiles: Self.bundled) == nil)
      }
      for format in ProfileFormat.allCases where ![.native, .json].contains(format) {
        #expect(throws: ExportRefusal.self) {
          try ScenarioExporter.export(scenario, to: format, origin: .bundled, profiles: Self.bundled)
        }
      }
    }
  }
}

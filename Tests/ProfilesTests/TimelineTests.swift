import Testing

@testable import Profiles

@Suite("Timelines of scenarios")
struct TimelineTests {
  private func scenario(_ steps: String, _ more: String = "") throws -> Scenario {
    try ScenarioReadingTests.scenario("{ Name = x; Steps = ( \(steps) ); \(more) }")
  }

  /// Each change in a few words: seconds, step, delay down, state.
  private func lines(_ scenario: Scenario, seed: UInt64 = 1) -> [String] {
    scenario.timeline(seed: seed).map {
      "\($0.time.quantityText) \($0.step): \($0.profile.downlink.delay.quantityText) \($0.profile.linkState.rawValue)"
    }
  }

  @Test("a step of state keeps the conditions, a profile brings its own state")
  func interplay() throws {
    let scenario = try scenario(
      """
      { At = "0 s"; Profile = "3G"; }, { At = "1 s"; State = noCarrier; }, { At = "2 s"; Profile = Edge; },
      { At = "2 s"; State = down; }, { At = "3 s"; State = up; }, { At = "4 s"; Profile = "Airplane Mode"; }
      """)
    #expect(
      lines(scenario) == [
        "0 ms 3G: 100 ms up", "1 s noCarrier: 100 ms noCarrier", "2 s Edge: 400 ms up", "2 s down: 400 ms down",
        "3 s up: 400 ms up", "4 s Airplane Mode: 0 ms down",
      ])
    #expect(scenario.timeline(seed: 1).map(\.interface) == Array(repeating: "wwan0", count: 6))
  }

  @Test("rounds follow one another and keep what the one before left")
  func rounds() throws {
    let scenario = try scenario(
      "{ At = \"1 s\"; State = down; }, { At = \"2 s\"; Profile = \"3G\"; }", "Repeat = 3; Length = \"5 s\";")
    #expect(
      lines(scenario) == [
        "1 s down: 0 ms down", "2 s 3G: 100 ms up", "6 s down (round 2): 100 ms down", "7 s 3G (round 2): 100 ms up",
        "11 s down (round 3): 100 ms down", "12 s 3G (round 3): 100 ms up",
      ])
    #expect(Set(scenario.timeline(seed: 1).map(\.step)).isSubset(of: Set(scenario.stepNames)))
  }

  @Test("a ramp changes every 100 ms: delay and loss linearly, the rate geometrically, the target itself at the end")
  func ramp() throws {
    let scenario = try scenario(
      """
      { At = "0 s"; Profile = { Name = a; Link = { Rate = "10 Mbit/s"; Delay = "100 ms"; }; }; },
      { At = "1 s"; Ramp = { Over = "2 s";
        To = { Name = b; Constrained = YES; Link = { Rate = "100 kbit/s"; Delay = "500 ms"; Loss = "20 %"; }; }; }; }
      """)
    let timeline = scenario.timeline(seed: 1).dropFirst()
    #expect(timeline.map(\.time) == (1...20).map { .seconds(1) + .milliseconds(100 * $0) })
    #expect(Set(timeline.map(\.step)) == ["ramp to b"])
    let half = try #require(timeline.dropFirst(9).first).profile
    #expect(half.downlink.delay == .milliseconds(300))
    #expect(half.downlink.loss == .independent(try #require(Probability(percent: 10))))
    // The geometric mean of 10 Mbit/s and 100 kbit/s.
    #expect(half.downlink.rate == .megabits(1))
    #expect(!half.isConstrained)
    // A quarter of the way a factor of 10 to the 1/2: 10^7 / 3.16227766.
    #expect(try #require(timeline.dropFirst(4).first).profile.uplink.rate == DataRate(bitsPerSecond: 3_162_278))
    #expect(timeline.last?.profile.isConstrained == true)
    #expect(timeline.last?.profile.downlink.loss.average == Probability(percent: 20))
  }

  @Test("a short ramp has ten parts, and one with a rest a last one that is shorter")
  func parts() {
    #expect(ConditionRamp.parts(of: .milliseconds(50)) == 10)
    #expect(ConditionRamp.parts(of: .seconds(1)) == 10)
    #expect(ConditionRamp.parts(of: .milliseconds(1_001)) == 11)
    #expect(ConditionRamp.parts(of: .seconds(60)) == 600)
  }

  @Test("a profile ends a ramp, a state does not and is kept to its end, a ramp begins where one before was")
  func rampInterplay() throws {
    let ended = try scenario(
      "{ At = \"0 s\"; Ramp = { To = \"3G\"; Over = \"1 s\"; }; }, { At = \"450 ms\"; Profile = Edge; }")
    #expect(lines(ended).suffix(2) == ["400 ms ramp to 3G: 40 ms up", "450 ms Edge: 400 ms up"])
    let kept = try scenario(
      "{ At = \"0 s\"; Ramp = { To = \"3G\"; Over = \"1 s\"; }; }, { At = \"450 ms\"; State = down; }")
    #expect(kept.timeline(seed: 1).count == 11)
    #expect(
      lines(kept).dropFirst(4).prefix(2) == ["450 ms down: 40 ms down", "500 ms ramp to 3G: 50 ms down"])
    #expect(lines(kept).last == "1 s ramp to 3G: 100 ms down")
    let second = try scenario(
      """
      { At = "0 s"; Ramp = { To = "3G"; Over = "1 s"; }; }, { At = "500 ms"; Ramp = { To = "Wi-Fi"; Over = "1 s"; }; }
      """)
    // 50 ms at 500 ms, from there to 1 ms in ten parts of 4.9 ms.
    #expect(
      lines(second).dropFirst(4).prefix(2) == ["500 ms ramp to 3G: 50 ms up", "600 ms ramp to Wi-Fi: 45.1 ms up"])
    #expect(lines(second).last == "1.5 s ramp to Wi-Fi: 1 ms up")
  }

  @Test(
    "flapping alternates within its bounds and ends up when its time is over", arguments: 1...20 as ClosedRange<UInt64>)
  func flapping(seed: UInt64) throws {
    let scenario = try scenario(
      "{ At = \"1 s\"; Flap = { Out = \"1 s to 3 s\"; Back = \"2 s to 5 s\"; For = \"60 s\"; }; }")
    let timeline = scenario.timeline(seed: seed)
    #expect(timeline.first?.time == .seconds(1))
    for (index, change) in timeline.enumerated() {
      #expect(change.profile.linkState == (index % 2 == 0 ? .noCarrier : .up))
    }
    let times = timeline.map(\.time)
    for (index, gap) in zip(times.dropFirst(), times).map({ $0 - $1 }).enumerated().dropLast() {
      let bounds: ClosedRange<Duration> = index % 2 == 0 ? .seconds(1) ... .seconds(3) : .seconds(2) ... .seconds(5)
      #expect(bounds.contains(gap))
    }
    #expect(timeline.last?.profile.linkState == .up)
    #expect(try #require(times.last) <= .seconds(61))
    // Out and back take 8 s at most, so that 60 s hold at least 7 of each.
    #expect(timeline.count >= 14)
    #expect(scenario.timeline(seed: seed) == timeline)
    #expect(scenario.timeline(seed: seed &+ 1) != timeline)
  }

  @Test("the same seed gives these times on any machine")
  func fixedTimes() throws {
    var numbers = SplitMix64(seed: 0)
    // The first numbers of SplitMix64 from 0, as the authors' own program prints them.
    #expect([numbers.next(), numbers.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }

  @Test("a step's random times do not depend on the steps beside it")
  func independentDraws() throws {
    let flap = "{ At = \"1 s\"; Name = f; Flap = { Out = \"1 s to 3 s\"; Back = \"2 s to 5 s\"; For = \"30 s\"; }; }"
    let one = try scenario(flap)
    let two = try scenario("\(flap), { At = \"40 s\"; State = down; }")
    #expect(Array(two.timeline(seed: 7).dropLast()) == one.timeline(seed: 7))
    let twice = try scenario(flap, "Repeat = 2; Length = \"40 s\";").timeline(seed: 7)
    let second = twice.filter { $0.step == "f (round 2)" }
    #expect(second.count > 5)
    #expect(second.map { $0.time - .seconds(40) } != twice.filter { $0.step == "f" }.map(\.time))
  }

  @Test("a state ends flapping, and so does a profile; a ramp goes on beside it")
  func flapInterplay() throws {
    let flap = "{ At = \"0 s\"; Flap = { Out = \"1 s\"; Back = \"1 s\"; For = \"10 s\"; }; }"
    let ended = try scenario("\(flap), { At = \"2.5 s\"; State = up; }")
    #expect(
      lines(ended) == [
        "0 ms flap noCarrier: 0 ms noCarrier", "1 s flap noCarrier: 0 ms up", "2 s flap noCarrier: 0 ms noCarrier",
        "2.5 s up: 0 ms up",
      ])
    let beside = try scenario("\(flap), { At = \"2.5 s\"; Ramp = { To = \"3G\"; Over = \"1 s\"; }; }")
    let timeline = beside.timeline(seed: 1)
    #expect(timeline.filter { $0.step == "ramp to 3G" }.count == 10)
    let end = try #require(timeline.last { $0.step == "ramp to 3G" })
    // At 3.5 s the link is up again since 3 s; the ramp leaves the state to the flapping.
    #expect(end.profile.linkState == .up)
    #expect(lines(beside).contains("4 s flap noCarrier: 100 ms noCarrier"))
    #expect(lines(beside).last == "9 s flap noCarrier: 100 ms up")
  }

  @Test("between any two profiles there is a profile that can be applied", arguments: 1...20 as ClosedRange<UInt64>)
  func anyRamp(seed: UInt64) throws {
    var profiles = RandomProfiles(seed: seed)
    for _ in 0..<10 {
      let (from, to) = (profiles.profile(), profiles.profile())
      let ramp = ConditionRamp(from: from, to: to)
      for share in [0.1, 0.5, 0.9] {
        let between = ramp.profile(at: share)
        let text = between.propertyListText
        // The reader refuses whatever no engine can do.
        #expect(try Profile(propertyList: Array(text.utf8), file: "x") == between, "\(text)")
        let (low, high) = (min(from.downlink.delay, to.downlink.delay), max(from.downlink.delay, to.downlink.delay))
        #expect((low...high).contains(between.downlink.delay))
      }
      #expect(ramp.profile(at: 1) == to)
    }
  }

  @Test("what lies between by ratio is exact at the ends and grows with the share")
  func geometric() {
    #expect(GeometricMean.between(100, 10_000, 0) == 100)
    #expect(GeometricMean.between(100, 10_000, 1) == 10_000)
    // 100 · 100^0.3 is 398.107170553497.
    #expect(abs(GeometricMean.between(100, 10_000, 0.3) - 398.107_170_553_497) < 1e-9)
    let values = (0...100).map { GeometricMean.between(4e10, 8, Double($0) / 100) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("changes of one moment come in the order of the interfaces, and of the steps on each")
  func order() throws {
    let scenario = try scenario(
      """
      { At = "1 s"; Interface = wwan0; Name = a; State = up; }, { At = "1 s"; Interface = wlan0; Name = b; State = down; },
      { At = "1 s"; Interface = wwan0; Name = c; State = down; }
      """, "Interfaces = ( { Name = wlan0; }, { Name = wwan0; State = down; } );")
    #expect(scenario.timeline(seed: 1).map(\.step) == ["b", "a", "c"])
  }
}

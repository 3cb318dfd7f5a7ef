import Record
import Testing

@testable import Report

@Suite("Conditions, and how they compare")
struct ConditionShiftTests {
  private static func with(_ name: String, _ change: (inout ProfileRecord) -> Void) -> ProfileRecord {
    var profile = SyntheticRun.profile(name)
    change(&profile)
    return profile
  }

  @Test("what a profile asks for is told in one line")
  func asked() {
    let profile = Self.with("a") { profile in
      profile.downlink = ProfileRecord.Lane(
        rate: 1_000_000, delay: 20_000_000, loss: 0.01, jitter: 5_000_000, duplicate: 0.02, reorder: 0.03, corrupt: 0.04
      )
      profile.dnsDelay = 1_000_000_000
      profile.dnsFailure = "servfail"
      profile.family = "IPv6"
    }
    #expect(
      AskedText(profile).line
        == "down 1 Mbit/s 20 ms ± 5 ms 1 % loss 2 % twice 3 % reordered 4 % corrupted, up unlimited, DNS +1 s, DNS servfail, "
        + "IPv6 alone")
  }

  @Test("who comes back once names are answered has a condition behind it")
  func names() {
    var run = SyntheticRun(SyntheticRun.profile("Portal"), monitors: ["app"])
    run.step("before", Self.with("Portal") { $0.dnsFailure = "timeout" }, at: 0)
    run.transition("app", "unknown", "offline", in: "before", first: 10, decided: 10, delivered: 10)
    run.step("logged in", SyntheticRun.profile("Wi-Fi"), at: 5_000)
    run.transition("app", "offline", "online", in: "logged in", first: 5_100, decided: 5_100, delivered: 5_100)
    run.finish()
    let analysis = RunAnalysis(RunStory(name: run.name, events: run.events))
    #expect(analysis.falseTransitions.isEmpty)
  }

  @Test(
    "conditions are compared as a whole",
    arguments: [
      (SyntheticRun.profile("a", delay: 100), SyntheticRun.profile("b", delay: 100), ConditionShift.same),
      (SyntheticRun.profile("a"), SyntheticRun.profile("b", delay: 100), .heavier),
      (SyntheticRun.profile("a", rate: 100), SyntheticRun.profile("b", rate: 50), .heavier),
      (SyntheticRun.profile("a"), SyntheticRun.profile("b", rate: 50), .heavier),
      (SyntheticRun.profile("a", loss: 0.1), SyntheticRun.profile("b", loss: 0.01), .lighter),
      (SyntheticRun.profile("a", dnsDelay: 10), SyntheticRun.profile("b"), .lighter),
      (SyntheticRun.profile("a", delay: 100), SyntheticRun.profile("b", loss: 0.1), .other),
      (SyntheticRun.profile("a", delay: 100), SyntheticRun.profile("b", linkState: "down"), .heavier),
      (SyntheticRun.profile("a", loss: 1), SyntheticRun.profile("b", delay: 100), .lighter),
      (SyntheticRun.profile("a", loss: 1), SyntheticRun.profile("b", linkState: "down"), .other),
      (SyntheticRun.profile("a"), SyntheticRun.profile("b", linkState: "noCarrier"), .heavier),
      (SyntheticRun.profile("a", linkState: "down"), SyntheticRun.profile("b", linkState: "noCarrier"), .other),
      (SyntheticRun.profile("a"), with("b") { $0.dnsFailure = "nxdomain" }, .heavier),
      (with("a") { $0.dnsFailure = "timeout" }, SyntheticRun.profile("b"), .lighter),
      (with("a") { $0.dnsFailure = "timeout" }, with("b") { $0.dnsFailure = "nxdomain" }, .other),
      (SyntheticRun.profile("a"), with("b") { $0.family = "IPv6" }, .other),
      (SyntheticRun.profile("a"), with("b") { $0.uplink.jitter = 1_000_000 }, .heavier),
      (with("a") { $0.downlink.corrupt = 0.5 }, with("b") { $0.downlink.corrupt = 0.1 }, .lighter),
      (with("a") { $0.downlink.duplicate = 0.1 }, with("b") { $0.downlink.reorder = 0.1 }, .other),
    ])
  func shifts(old: ProfileRecord, new: ProfileRecord, shift: ConditionShift) {
    #expect(ConditionShift(from: old, to: new) == shift)
  }
}

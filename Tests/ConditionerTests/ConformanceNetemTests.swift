import Conditioner
import Glibc
import Profiles
import Testing

@Suite(
  "Every bundled profile, kernel engine",
  .enabled(
    if: getenv("LINKCOND_NETEM") != nil, "this kernel may lack netem; scripts/with-netem runs these on one that has it"),
  .serialized)
struct ConformanceNetemTests {
  @Test("ping, iperf3 and dig see what the profile says", arguments: BundledProfiles.all)
  func conforms(_ profile: Profile) async throws {
    try await Conformance(profile: profile, engine: .kernel, carriesFastRates: false).check()
  }

  @Test("loss is drawn as often as asked", arguments: [0.1])
  func loss(_ fraction: Double) async throws {
    let lane = LinkConditions(
      rate: nil, delay: .zero, loss: .independent(try #require(Probability(fraction: fraction))))
    let profile = Profile(name: "Uplink loss", uplink: lane)
    try await Lab.with(profile, options: LabOptions(engine: .kernel)) { lab in
      let pings = try await Witness(lab: lab).ping(count: 2000, interval: 0.004, payload: 16)
      // 2000 × 0.1 = 200, with a standard deviation of 13.4: 4.9 of them are 66.
      let lost = pings.sent - pings.received
      #expect((134...266).contains(lost), "\(lost) of 2000 lost")
      let counters = try await lab.counters()
      #expect(try #require(counters.uplink.lostByCondition) >= UInt64(lost) && counters.uplink.droppedByQueue == 0)
    }
  }
}

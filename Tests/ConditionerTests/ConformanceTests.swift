import Conditioner
import Profiles
import Testing

@Suite("Every bundled profile, userspace engine")
struct ConformanceTests {
  // A lossy profile may lose the one DNS query: its seed is fixed, so it does not.
  @Test("ping, iperf3 and dig see what the profile says", arguments: BundledProfiles.all)
  func conforms(_ profile: Profile) async throws {
    // 3 ms of slack: several labs and their tools share two processors.
    try await Conformance(profile: profile, engine: .userspace, slack: 3, fastest: .infinity).check()
  }
}

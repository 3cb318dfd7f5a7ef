import Conditioner
import Profiles
import Testing

@Suite("Every bundled profile, userspace engine")
struct ConformanceTests {
  // A lossy profile may lose the one DNS query: its seed is fixed, so it does not.
  @Test("ping, iperf3 and dig see what the profile says", arguments: BundledProfiles.all)
  func conforms(_ profile: Profile) async throws {
    try await Conformance(profile: profile, engine: .userspace, carriesFastRates: true).check()
  }
}

import Conditioner
import Profiles
import Testing

@Suite("Rates above 10 Mbit/s, userspace engine", .serialized)
struct FastRateTests {
  private static let profiles = BundledProfiles.all.filter { profile in
    profile.downlink.loss == .none
      && [profile.downlink, profile.uplink].contains { ($0.rate?.bitsPerSecond ?? 0) > 10_000_000 }
  }

  @Test("iperf3 gets what the headers leave, within 3 %", arguments: profiles)
  func rates(_ profile: Profile) async throws {
    try await Lab.with(profile, options: LabOptions(engine: .userspace, seed: 7)) { lab in
      for (lane, isDownlink) in [(profile.downlink, true), (profile.uplink, false)] {
        guard let rate = lane.rate.map({ Double($0.bitsPerSecond) }), rate > 10e6 else { continue }
        // A quarter more than fits, so that the queue never runs empty; 1472 bytes of payload in 1514 of frame.
        let got = try await Witness(lab: lab).iperf(
          ["-u", "-b", "\(Int(rate * 1.25))", "-l", "1472"], seconds: 3, isDownlink: isDownlink)
        let asked = rate * 1472 / 1514
        #expect(abs(got - asked) < asked * 0.03, "\(profile.name): \(got) bit/s, asked \(asked)")
      }
    }
  }
}

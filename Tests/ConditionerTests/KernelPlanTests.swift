import Netlink
import Profiles
import Testing

@testable import Conditioner

@Suite("The plan of the kernel engine")
struct KernelPlanTests {
  @Test("every direction gets its own numbers, and a rate even where the profile has none")
  func numbers() throws {
    let edge = try #require(BundledProfiles.all.first { $0.name == "Edge" })
    let plan = KernelPlan(edge)
    #expect(plan.downlink.delayNanoseconds == 400_000_000)
    #expect(plan.uplink.delayNanoseconds == 440_000_000)
    #expect(plan.downlink.rateBytesPerSecond == 30_000)  // 240 kbit/s
    #expect(plan.uplink.rateBytesPerSecond == 25_000)  // 200 kbit/s
    #expect(plan.dns.delayNanoseconds == 0)
    #expect(plan.dns.rateBytesPerSecond == 5_000_000_000)  // 40 Gbit/s stands for none
  }

  @Test("100 % loss is every bit of the fraction, and 0 % is none")
  func loss() throws {
    let profile = try #require(BundledProfiles.all.first { $0.name == "100% Loss" })
    #expect(KernelPlan(profile).downlink.lossFraction == .max)
    #expect(KernelPlan(.unconditioned).uplink.lossFraction == 0)
  }

  @Test(
    "the limit holds Apple's 50 packets and what the delay line holds",
    arguments: [
      // 240 kbit/s for 400 ms are 96 000 bits: 8 frames of 1514 bytes hold them.
      (UInt64(240_000), Int64(400), UInt32(58)),
      // 50 Mbit/s for 50 ms are 2.5 Mbit: 207 frames.
      (50_000_000, 50, 257),
      (1_000, 0, 50),
    ])
  func limit(rate: UInt64, milliseconds: Int64, expected: UInt32) {
    let limit = KernelPlan.limit(rate: DataRate(bitsPerSecond: rate), delay: .milliseconds(milliseconds))
    #expect(limit == expected)
  }

  @Test("without a rate the limit is that of the delay line, and never 0")
  func openLimit() { #expect(KernelPlan.limit(rate: nil, delay: .seconds(1)) == 100_000) }
}

import Conditioner
import Profiles
import Record
import Synchronization
import Testing

@testable import Harness

@Suite("Conditions for one family")
struct OneFamilyTests {
  private static let lane = LinkConditions(rate: .megabits(1), delay: .milliseconds(20))

  private static func profile(_ family: ProtocolFamily) -> Profile {
    var profile = Profile(name: "One", downlink: lane, uplink: lane)
    profile.family = family
    return profile
  }

  @Test(
    "the probe goes over the family that all conditions are for",
    arguments: [
      ([ProtocolFamily.any], ProtocolFamily.ipv4), ([.ipv4], .ipv4), ([.ipv6], .ipv6), ([.ipv6, .ipv6], .ipv6),
      ([.ipv6, .any], .ipv4), ([.ipv6, .ipv4], .ipv4), ([], .ipv4),
    ])
  func probed(families: [ProtocolFamily], over: ProtocolFamily) {
    var plan = RunPlan(.unconditioned, phases: HarnessPhases())
    plan.changes += families.map {
      PlannedChange(time: .seconds(1), step: "step", interface: "wlan0", profile: Self.profile($0))
    }
    #expect(plan.probedFamily == over)
  }

  @Test(
    "round trips, loss and rate are measured over the family that the conditions are for",
    arguments: [
      ProtocolFamily.ipv4, .ipv6,
    ])
  func measured(family: ProtocolFamily) async throws {
    let events = Mutex<[RecordEvent]>([])
    let outcomes = try await HarnessRunner(
      HarnessOptions(
        profiles: [Self.profile(family)], engine: .userspace, seed: 7,
        phases: HarnessPhases(baseline: .seconds(1), applied: .seconds(6), removed: .seconds(1)))
    ).run(sink: { event in events.withLock { $0.append(event) } })
    #expect(outcomes.map(\.outcome) == ["completed"])
    var measured: [String: Measured] = [:]
    for case .measured(let one) in events.withLock({ $0 }).map(\.payload) {
      measured["\(one.quantity) \(one.direction)"] = one
    }
    // Both ways 20 ms, and at 1 Mbit/s an echo of 58 bytes over IPv4 and 78 over IPv6, a look-up of 71 and 91.
    let longer = family == .ipv6 ? 20 : 0
    for (quantity, bytes) in [("rtt", 58 + longer), ("dns", 71 + longer)] {
      let found = try #require(measured["\(quantity) roundTrip"])
      let asked = 40e6 + Double(2 * bytes) * 8000
      #expect(found.asked == asked)
      // Nothing comes early; how late it comes is the machine's.
      #expect(try #require(found.got) >= asked, "\(found)")
    }
    for direction in ["uplink", "downlink"] {
      let rate = try #require(measured["rate \(direction)"])
      // An open link of the userspace engine carries some hundred times that: a tenth either way tells them apart.
      #expect((0.9e6...1.1e6).contains(try #require(rate.got)), "\(rate)")
      #expect(measured["loss \(direction)"]?.got == 0)
    }
  }
}

import Conditioner
import Harness
import Profiles
import Record
import Synchronization
import Testing

@Suite("Harness")
struct HarnessRunnerTests {
  private final class Events: Sendable {
    let all = Mutex<[RecordEvent]>([])
  }

  private func record(_ names: [String], phases: HarnessPhases) async throws -> [RecordEvent] {
    let profiles = try names.map { try ProfileStore().find($0) }
    let events = Events()
    let outcomes = try await HarnessRunner(
      HarnessOptions(profiles: profiles, engine: .userspace, seed: 7, phases: phases)
    ).run(sink: { event in events.all.withLock { $0.append(event) } })
    #expect(outcomes.map(\.outcome) == names.map { _ in "completed" })
    return events.all.withLock { $0 }
  }

  private func transitions(_ events: [RecordEvent], _ run: String, _ monitor: String) -> [Transition] {
    events.filter { $0.run == run }.compactMap { event in
      guard case .transition(let transition) = event.payload, transition.monitor == monitor else { return nil }
      return transition
    }
  }

  @Test("the path monitor never notices total loss, the probe does by its rule; an interface that is down both notice")
  func monitors() async throws {
    let events = try await record(
      ["100% Loss", "Airplane Mode", "Edge"],
      phases: HarnessPhases(baseline: .seconds(2), applied: .seconds(6), removed: .seconds(3)))

    #expect(transitions(events, "100% Loss", "path").map(\.to) == ["satisfied"])
    let lossy = transitions(events, "100% Loss", "probe")
    #expect(lossy.map(\.to) == ["online", "offline", "online"])
    #expect(lossy.map(\.condition) == ["baseline", "applied", "removed"])
    // Three echoes 0.5 s apart, the first at most 0.5 s after the loss began, each missed 2 s after it was sent:
    // between 3.0 and 3.5 s, and half a second for a busy machine.
    let detected = try #require(lossy.dropFirst().first)
    #expect((2_900_000_000...4_000_000_000).contains(detected.sinceCondition), "\(detected.sinceCondition) ns")
    #expect(detected.evidence.count == 3)
    // Every event behind it is in the record and is a missed echo.
    for number in detected.evidence {
      let event = try #require(events.first { $0.run == "100% Loss" && $0.n == number })
      guard case .probeResult(let result) = event.payload else {
        Issue.record("event \(number) is no probe result")
        continue
      }
      #expect(result.outcome == "timeout")
    }

    let airplane = transitions(events, "Airplane Mode", "path")
    #expect(airplane.map(\.to) == ["satisfied", "unsatisfied", "satisfied"])
    // The kernel tells within a millisecond; a batch is complete after 1 to 5 ms; the rest is for a busy machine.
    for transition in airplane.dropFirst() {
      #expect((0...100_000_000).contains(transition.delivered - transition.firstEvidence), "\(transition)")
    }

    #expect(transitions(events, "Edge", "probe").map(\.to) == ["online"], "840 ms is slow, not offline")
    let rtt = try #require(
      events.lazy.compactMap { event -> Measured? in
        guard event.run == "Edge", case .measured(let measured) = event.payload, measured.quantity == "rtt" else {
          return nil
        }
        return measured
      }.first)
    // 840 ms, and 58 bytes at 240 and 200 kbit/s: 1.9 + 2.3 ms.
    #expect(try #require(rtt.got) > 844e6 && (try #require(rtt.got)) < 870e6)
  }

  @Test("under High Latency DNS only DNS is late")
  func dns() async throws {
    let events = try await record(
      ["High Latency DNS"], phases: HarnessPhases(baseline: .seconds(1), applied: .seconds(6), removed: .seconds(1)))
    let got = Dictionary(
      events.compactMap { event -> (String, Double)? in
        guard case .measured(let measured) = event.payload, let got = measured.got else { return nil }
        return (measured.quantity, got)
      }, uniquingKeysWith: { first, _ in first })
    #expect(try #require(got["dns"]) > 3e9 && (try #require(got["dns"])) < 3.1e9)
    #expect(try #require(got["rtt"]) < 50e6)
    #expect(try #require(got["http"]) < 200e6)
  }
}

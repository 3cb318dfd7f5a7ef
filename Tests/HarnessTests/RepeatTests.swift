import Conditioner
import Foundation
import Harness
import Profiles
import Record
import Testing

/// The same profile or scenario and seed give the same sequence of transitions, however often.
@Suite("Repeats")
struct RepeatTests {
  /// In a short run two of each; with `LINKCOND_FULL` fifty, as many at a time as two processors take without starving.
  private static let isFull = ProcessInfo.processInfo.environment["LINKCOND_FULL"] != nil

  private struct Step: Hashable { let monitor, to, condition: String }

  private func sequences(_ plans: [RunPlan]) async throws -> [String: Set<[Step]>] {
    let events = EventList()
    let outcomes = try await HarnessRunner(
      HarnessOptions(plans: plans, engine: .userspace, seed: 11, jobs: 15)
    ).run(sink: { events.append($0) })
    #expect(outcomes.allSatisfy { $0.outcome == "completed" }, "\(outcomes.compactMap(\.failure))")
    var found: [String: Set<[Step]>] = [:]
    for (run, events) in Dictionary(grouping: events.all, by: \.run) {
      let title = run.split(separator: "#").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? run
      var steps: [Step] = []
      // Each monitor has its own order; between monitors it is a matter of milliseconds.
      for monitor in ["path", "reachability", "probe"] {
        steps += events.transitions(monitor).map { Step(monitor: monitor, to: $0.to, condition: $0.condition) }
      }
      found[title, default: []].insert(steps)
    }
    return found
  }

  @Test("every bundled profile")
  func profiles() async throws {
    let plans = BundledProfiles.all.flatMap { profile in
      Array(repeating: RunPlan(profile, phases: HarnessPhases()), count: Self.isFull ? 50 : 2)
    }
    for (title, sequences) in try await sequences(plans) {
      #expect(sequences.count == 1, "\(title): \(sequences)")
    }
  }

  @Test(
    "every bundled scenario",
    .enabled(if: isFull, "fifty times every scenario takes an hour; set LINKCOND_FULL=1, as scripts/test --full does"))
  func scenarios() async throws {
    let plans = BundledScenarios.all.flatMap { Array(repeating: RunPlan($0, seed: 11), count: 50) }
    for (title, sequences) in try await sequences(plans) {
      #expect(sequences.count == 1, "\(title): \(sequences)")
    }
  }
}

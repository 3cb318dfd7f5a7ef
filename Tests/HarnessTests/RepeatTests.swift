import Conditioner
import Foundation
import Harness
import Profiles
import Record
import Testing

/// The same profile or scenario and seed give the same sequence of transitions, however often.
///
/// `LINKCOND_FULL=1` asks for fifty repeats of each, `LINKCOND_REPEATS` for another number; without either two of every
/// profile are run.
@Suite("Repeats", .serialized)
struct RepeatTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isFull = environment["LINKCOND_FULL"] != nil || environment["LINKCOND_REPEATS"] != nil
  private static let repeats = environment["LINKCOND_REPEATS"].flatMap { Int($0) } ?? (isFull ? 50 : 2)

  /// As many labs at a time as keep their times on two processors: 42 stay within 0.5 ms. Fifty repeats of fifteen
  /// profiles, 14 s each, then take 50 · 15 · 14 s / 40, which is 4.4 minutes; of eight scenarios, 443 s in all,
  /// 9.2 minutes. In a short run other labs are tested at the same time.
  private static let jobs = isFull ? 40 : 15

  private func outcomes(_ plans: [RunPlan]) async throws -> [RepeatOutcome] {
    let events = EventList()
    // Those that take longest first, so that at the end not one processor waits for another.
    let plans = plans.flatMap { Array(repeating: $0, count: Self.repeats) }.sorted { $0.end > $1.end }
    let finished = try await HarnessRunner(
      HarnessOptions(plans: plans, engine: .userspace, seed: 11, jobs: Self.jobs)
    ).run(sink: { events.append($0) })
    #expect(finished.allSatisfy { $0.outcome == "completed" }, "\(finished.compactMap(\.failure))")
    let runs = Dictionary(grouping: events.all, by: \.run)
    let titles = Dictionary(grouping: runs.keys) { run in
      run.split(separator: "#").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? run
    }
    let outcomes = titles.sorted { $0.key < $1.key }.map { title, names in
      RepeatOutcome(title, runs.filter { names.contains($0.key) })
    }
    let starved = finished.compactMap(\.starved)
    print(outcomes.map(\.description).joined(separator: "\n"))
    print("\(starved.count) of \(finished.count) runs were starved, by \((starved.max() ?? 0) / 1_000_000) ms at worst")
    return outcomes
  }

  @Test("every bundled profile", .timeLimit(.minutes(60)))
  func profiles() async throws {
    let outcomes = try await outcomes(BundledProfiles.all.map { RunPlan($0, phases: HarnessPhases()) })
    #expect(outcomes.count == BundledProfiles.all.count)
    for outcome in outcomes { #expect(outcome.isSteady, "\(outcome)") }
  }

  @Test(
    "every bundled scenario", .timeLimit(.minutes(60)),
    .enabled(if: isFull, "repeats of every scenario take minutes; set LINKCOND_FULL=1, as scripts/test --full does"))
  func scenarios() async throws {
    let outcomes = try await outcomes(BundledScenarios.all.map { RunPlan($0, seed: 11) })
    #expect(outcomes.count == BundledScenarios.all.count)
    for outcome in outcomes { #expect(outcome.isSteady, "\(outcome)") }
  }
}

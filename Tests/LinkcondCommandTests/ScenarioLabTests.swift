import FoundationEssentials
import Profiles
import TestSupport
import Testing

/// The bundled scenarios as a user runs them, all at once, each in a lab of its own.
@Suite("Bundled scenarios in labs")
struct ScenarioLabTests {
  /// What `harness --json` says of the expectations.
  private struct Summary: Decodable {
    struct Run: Decodable {
      let name: String
      let outcome: String?
      let expectations: [Outcome]
    }
    struct Outcome: Decodable {
      let name: String
      let passed: Bool
      let observed: String
    }
    let runs: [Run]
  }

  // The longest takes 95 s.
  @Test("what each expects comes out, and the status says so", .timeLimit(.minutes(5)))
  func expectations() throws {
    let names = BundledScenarios.all.flatMap { ["--scenario", $0.name] }
    let result = try Shell.run(
      [
        "sh", "-c",
        """
        d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && tool=$1 && shift
        cd "$d" && HOME=$d "$tool" harness --engine userspace --seed 11 --jobs 8 --json --output "$d/out" "$@" 2>"$d/said"
        status=$? && [ $status -eq 0 ] || cat "$d/said"; exit $status
        """, "sh", Sandbox.tool,
      ] + names)
    #expect(result.status == 0, "\(result.output)")
    let summary = try JSONDecoder().decode(Summary.self, from: Data(result.output.utf8))
    #expect(summary.runs.map(\.name).sorted() == BundledScenarios.all.map(\.name).sorted())
    for run in summary.runs {
      #expect(run.outcome == "completed", "\(run.name)")
      let expected = BundledScenarios.all.first { $0.name == run.name }?.expectations.map(\.description)
      #expect(run.expectations.map(\.name) == expected, "\(run.name)")
      for outcome in run.expectations {
        #expect(outcome.passed, "\(run.name): \(outcome.name): \(outcome.observed)")
      }
    }
  }
}

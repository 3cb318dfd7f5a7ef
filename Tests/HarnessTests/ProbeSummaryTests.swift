import Profiles
import ReachabilityKit
import Record
import Testing

@testable import Harness

@Suite("What probes say of a step")
struct ProbeSummaryTests {
  /// A probe sent and ended at milliseconds; no answer if `answered` is false.
  private static func probe(
    _ sequence: Int, _ sent: Int64, _ ended: Int64, answered: Bool = true, isLate: Bool = false
  ) -> ProbeResult {
    ProbeResult(
      sequence: sequence, kind: .http, target: "origin.test", outcome: answered ? .reply : .timeout,
      sent: sent * 1_000_000, ended: ended * 1_000_000, rtt: answered ? (ended - sent) * 1_000_000 : nil,
      isLate: isLate)
  }

  /// Probes of a step from 2 s to 8 s, the number and how it was measured.
  static let cases: [(results: [ProbeResult], got: Double?, method: String?)] = [
    ([], nil, nil),
    ([probe(0, 1_000, 1_100), probe(1, 8_000, 8_100)], nil, nil),
    ([probe(0, 3_000, 3_100)], 100e6, "the one probe answered of 1 sent"),
    ([probe(0, 3_000, 3_100), probe(1, 4_000, 4_200)], 150e6, "median of the 2 probes answered of 2 sent"),
    (
      [probe(0, 3_000, 3_100), probe(1, 4_000, 4_200), probe(2, 7_500, 8_100)], 150e6,
      "median of the 2 probes answered of 3 sent, 1 only after the step was over"
    ),
    ([probe(0, 3_000, 5_000, answered: false)], nil, "no answer to the 1 probe sent"),
    // Given up within the step, and answered behind it all the same: one probe, not two.
    (
      [
        probe(0, 3_000, 5_000, answered: false), probe(1, 5_000, 7_000, answered: false),
        probe(1, 5_000, 8_300, isLate: true), probe(2, 7_000, 8_400),
      ], nil, "no answer in the step to the 3 probes sent, 2 only after the step was over"
    ),
    // What is given up only after the step tells nothing of it.
    ([probe(0, 7_000, 9_000, answered: false)], nil, nil),
  ]

  @Test("a median of what was answered in it, and how many were answered only after it", arguments: cases.indices)
  func summaries(_ index: Int) {
    let test = Self.cases[index]
    let summary = ProbeSummary(
      step: "applied", profile: nil, family: .ipv4, results: test.results, from: 2_000_000_000, to: 8_000_000_000)
    let measured = summary.measurements.first { $0.quantity == "http" }
    #expect(measured?.got == test.got)
    #expect(measured?.method == test.method)
  }
}

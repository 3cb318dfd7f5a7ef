import ReachabilityKit

/// A rule by reference: an expectation may then call what changes it.
final class Judge {
  private var rule: ProbeRule

  init(_ rule: ProbeRule) { self.rule = rule }

  init(missesToGoDown: Int = 3, successesToComeUp: Int = 1) {
    rule = ProbeRule(missesToGoDown: missesToGoDown, successesToComeUp: successesToComeUp)
  }

  var status: ProbeStatus? { rule.status }

  func forget(before time: Int64) { rule.forget(before: time) }

  func observe(_ result: ProbeResult) -> ProbeDecision? { rule.observe(result) }

  /// Observes results in the order in which they ended.
  func run(_ results: [ProbeResult]) -> [ProbeDecision] {
    results.sorted { ($0.ended, $0.sent) < ($1.ended, $1.sent) }.compactMap { rule.observe($0) }
  }
}

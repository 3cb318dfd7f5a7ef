import LinuxSystem
import ReachabilityKit
import Synchronization

/// What a probe has told so far.
final class ProbeLog: Sendable {
  private struct State {
    var sent: [Int: (kind: ProbeKind, time: Int64)] = [:]
    var results: [ProbeResult] = []
    var decisions: [(decision: ProbeDecision, delivered: Int64)] = []
  }

  private let state = Mutex(State())

  var sent: [Int: (kind: ProbeKind, time: Int64)] { state.withLock { $0.sent } }
  var results: [ProbeResult] { state.withLock { $0.results } }
  var decisions: [(decision: ProbeDecision, delivered: Int64)] { state.withLock { $0.decisions } }
  var statuses: [ProbeStatus] { decisions.map(\.decision.to) }
  var count: Int { state.withLock { $0.sent.count + $0.results.count + $0.decisions.count } }

  func probe(in namespace: NetworkNamespace, _ configuration: ProbeConfiguration) throws -> ReachabilityProbe {
    try ReachabilityProbe(
      in: namespace, configuration: configuration,
      onSent: { sequence, kind, _, time in self.state.withLock { $0.sent[sequence] = (kind, time) } },
      onResult: { result in self.state.withLock { $0.results.append(result) } },
      onDecision: { decision, time in self.state.withLock { $0.decisions.append((decision, time)) } })
  }
}

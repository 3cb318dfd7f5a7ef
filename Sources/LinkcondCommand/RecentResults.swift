internal import ReachabilityKit
internal import Synchronization

/// The last results of a probe, which are the evidence of its decisions.
final class RecentResults: Sendable {
  /// More than any rule looks back: degraded judges the last ten.
  private static let most = 64

  private let results = Mutex<[ProbeResult]>([])

  func add(_ result: ProbeResult) {
    results.withLock { results in
      // A late answer decides nothing.
      guard !result.isLate else { return }
      if results.count == Self.most { results.removeFirst() }
      results.append(result)
    }
  }

  /// Those of the probes with these numbers, in the order in which they were sent.
  func of(_ sequences: [Int]) -> [ProbeResult] {
    let wanted = Set(sequences)
    return results.withLock { $0.filter { wanted.contains($0.sequence) } }.sorted { $0.sequence < $1.sequence }
  }
}

internal import Record

extension RunAnalysis {
  /// What is shorter than this a monitor need not notice, in nanoseconds.
  private static let leastHandover: Int64 = 100_000_000

  /// Hand-overs to another interface that a monitor which tells interfaces was not told of while they held.
  static func missedHandovers(
    _ transitions: [ExplainedTransition], _ steps: [ConditionSpan], _ monitors: [String], _ wasWatched: Bool
  ) -> [MissedChange] {
    var found: [MissedChange] = []
    for step in steps.indices.dropFirst() {
      guard let carrier = steps[step].carrier, carrier != steps[step - 1].carrier else { continue }
      let next = steps.indices.first { $0 > step && steps[$0].carrier != carrier } ?? steps.count
      let length = steps[next - 1].end - steps[step].change.applied
      // Where a run broke off there might have been more to see.
      guard next < steps.count || wasWatched, length >= leastHandover else { continue }
      for monitor in monitors {
        let own = transitions.filter { $0.transition.monitor == monitor && ($0.step ?? 0) < next }
        // Who had no path at the end has missed something else, and who tells no interfaces is no judge.
        guard let last = own.last?.transition, let interface = last.toInterface, interface != carrier else { continue }
        found.append(
          MissedChange(
            monitor: monitor, step: step, isRecovery: false, status: last.toLabel, length: length, isVisible: true,
            carrier: carrier))
      }
    }
    return found
  }
}

internal import Record

/// A run's probes over time: how long answers took, and how many there were none of.
struct ProbeSeries: Hashable, Sendable {
  /// A probe that has come to its end.
  struct Probe: Hashable, Sendable {
    /// The event's number.
    let number: Int
    let kind: String
    /// When it was sent, in nanoseconds since the run started.
    let sent: Int64
    /// How long its answer took, in nanoseconds; nil if there was none that counts.
    let rtt: Int64?
    let outcome: String
  }

  /// A stretch of time with the probes that were sent in it.
  struct Bin: Hashable, Sendable {
    let start: Int64
    let end: Int64
    var sent = 0
    var lost = 0
    /// The shortest, the middle and the longest answer by kind of probe.
    var answers: [String: Spread] = [:]
  }

  /// How long a number of answers took, in nanoseconds.
  struct Spread: Hashable, Sendable {
    let least: Int64
    let median: Int64
    let most: Int64
  }

  /// The probes, in the order in which they ended.
  let probes: [Probe]
  /// The kinds of them, each once.
  let kinds: [String]

  init(_ story: RunStory) {
    var probes: [Probe] = []
    var kinds: [String] = []
    for event in story.events {
      guard case .probeResult(let answer) = event.payload else { continue }
      if !kinds.contains(answer.kind) { kinds.append(answer.kind) }
      probes.append(
        Probe(number: event.n, kind: answer.kind, sent: answer.sent, rtt: answer.rtt, outcome: answer.outcome))
    }
    self.probes = probes
    self.kinds = kinds.sorted()
  }

  /// The shortest and the longest answer, in nanoseconds; nil without any.
  var range: ClosedRange<Int64>? {
    var range: ClosedRange<Int64>?
    for case let rtt? in probes.lazy.map(\.rtt) {
      range = range.map { min($0.lowerBound, rtt)...max($0.upperBound, rtt) } ?? rtt...rtt
    }
    return range
  }

  /// Stretches from the run's start to `end` of about equal length, at least one; none reaches over an edge, such as the
  /// time at which conditions changed.
  ///
  /// - Parameter count: How many there would be without edges.
  func bins(_ count: Int, until end: Int64, edges: [Int64] = []) -> [Bin] {
    let (count, end) = (max(1, count), max(1, end))
    let inner = Set(edges).filter { $0 > 0 && $0 < end }.sorted()
    var bins: [Bin] = []
    for (from, to) in zip([0] + inner, inner + [end]) {
      let parts = max(1, Int((Double(to - from) / Double(end) * Double(count)).rounded()))
      // The last edge may lie beyond what an integer holds.
      func edge(_ index: Int) -> Int64 {
        index == parts
          ? to
          : Int64(exactly: (Double(to - from) / Double(parts) * Double(index)).rounded(.down)).map { from + $0 } ?? to
      }
      bins += (0..<parts).map { Bin(start: edge($0), end: edge($0 + 1)) }
    }
    var answers: [[String: [Int64]]] = Array(repeating: [:], count: bins.count)
    for probe in probes {
      let index = max(0, Self.firstIndex(in: bins) { $0.start > probe.sent } - 1)
      bins[index].sent += 1
      if let rtt = probe.rtt { answers[index][probe.kind, default: []].append(rtt) } else { bins[index].lost += 1 }
    }
    for index in bins.indices {
      bins[index].answers = answers[index].compactMapValues { times in
        let times = times.sorted()
        return Median.of(times).map { Spread(least: times[0], median: $0, most: times[times.count - 1]) }
      }
    }
    return bins
  }

  /// The first bin of which something holds that then holds of all that follow; their count if of none.
  private static func firstIndex(in bins: [Bin], where holds: (Bin) -> Bool) -> Int {
    var (low, high) = (0, bins.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(bins[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

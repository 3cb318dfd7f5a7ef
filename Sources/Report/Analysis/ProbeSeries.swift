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

  /// Equal stretches from the run's start to `end`, at least one.
  func bins(_ count: Int, until end: Int64) -> [Bin] {
    let (count, end) = (max(1, count), max(1, end))
    // The last edge may lie beyond what an integer holds.
    func edge(_ index: Int) -> Int64 { Int64(exactly: (Double(end) / Double(count) * Double(index)).rounded()) ?? end }
    var bins = (0..<count).map { Bin(start: edge($0), end: edge($0 + 1)) }
    var answers: [[String: [Int64]]] = Array(repeating: [:], count: count)
    for probe in probes {
      let index = max(0, min(count - 1, Int(Double(probe.sent) / Double(end) * Double(count))))
      bins[index].sent += 1
      if let rtt = probe.rtt { answers[index][probe.kind, default: []].append(rtt) } else { bins[index].lost += 1 }
    }
    for index in bins.indices {
      bins[index].answers = answers[index].mapValues { times in
        let times = times.sorted()
        return Spread(least: times[0], median: times[times.count / 2], most: times[times.count - 1])
      }
    }
    return bins
  }
}

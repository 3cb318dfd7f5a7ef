internal import Record

/// Which of a run's transitions a page shows: of a monitor with very many the first and the last. The record has them all.
struct ShownTransitions: Sendable {
  /// What is left out of a monitor's lane.
  struct Gap: Hashable, Sendable {
    let monitor: String
    let count: Int
    /// How many there are in all.
    let total: Int
    /// When the first and the last of those left out were told, in nanoseconds since the run started.
    let start: Int64
    let end: Int64
    /// The index of the first one after those.
    let next: Int
  }

  /// So many of one monitor are shown at most: each takes some 3 kB with its evidence.
  static let mostOfLane = 400
  /// And so many on a whole page, if each monitor can have ``leastOfLane``: some 4 MB.
  static let mostOfPage = 1_200
  static let leastOfLane = 20

  /// The indices of those that are shown, in their order.
  let indices: [Int]
  /// What is left out.
  let gaps: [Gap]

  /// - Parameter most: So many of each monitor.
  init(_ run: RunAnalysis, most: Int) {
    var shown: [Int] = []
    var gaps: [Gap] = []
    for monitor in run.monitors {
      let own = run.transitions.indices.filter { run.transitions[$0].transition.monitor == monitor }
      guard own.count > most else {
        shown += own
        continue
      }
      let (first, last) = (own.prefix(most - most / 2), own.suffix(most / 2))
      let left = own[first.endIndex..<last.startIndex]
      shown += first + last
      gaps.append(
        Gap(
          monitor: monitor, count: left.count, total: own.count,
          start: left.first.map { run.transitions[$0].transition.delivered } ?? 0,
          end: left.last.map { run.transitions[$0].transition.delivered } ?? 0, next: last.first ?? own.count))
    }
    indices = shown.sorted()
    self.gaps = gaps
  }

  /// How many of each monitor a page of these runs can show.
  static func most(on runs: [RunAnalysis]) -> Int {
    most(
      of: runs.flatMap { run in
        run.monitors.map { monitor in run.transitions.count { $0.transition.monitor == monitor } }
      })
  }

  /// How many of each lane a page can show whose lanes have so many.
  static func most(of counts: [Int]) -> Int {
    var most = mostOfLane
    while most > leastOfLane, counts.reduce(0, { $0 + min($1, most) }) > mostOfPage { most -= leastOfLane }
    return most
  }

  /// What is left out, in sentences.
  var sentences: [String] {
    gaps.map { gap in
      "\(gap.monitor) has \(gap.total) transitions; \(gap.count) of them, from \(QuantityText.clock(gap.start)) to "
        + "\(QuantityText.clock(gap.end)), are left out here. The record has them, and 'linkcond report --csv' lists them."
    }
  }
}

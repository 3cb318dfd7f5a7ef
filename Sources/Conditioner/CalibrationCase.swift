internal import Profiles

/// Something to ask of a lab, how to measure it, and what to make of the measurement.
struct CalibrationCase: Sendable {
  /// What to tell from the frames.
  enum Question: Hashable, Sendable {
    case delay, firstDelay, jitter, loss, bursts, rate, duplicate, reorder, corrupt
  }

  let name: String
  let question: Question
  let conditions: LinkConditions
  /// How many frames, how long in bytes without FCS, and from one to the next in nanoseconds.
  let count: Int
  var length = MeterFrame.shortest
  let interval: Int64

  /// Whether it is single frames' times that tell.
  var asksForTimes: Bool { [.delay, .firstDelay, .jitter].contains(question) }

  /// How long the link must be quiet to be empty: longer than any frame is in it, and than any is behind another.
  var patience: Int64 {
    conditions.delay.wholeNanoseconds + 5 * (conditions.jitter?.deviation.wholeNanoseconds ?? 0) + 2 * wire
      + 200_000_000
  }

  /// How long a frame is on the wire, in nanoseconds.
  var wire: Int64 { conditions.rate.map { Int64(UInt64(length) * 8_000_000_000 / $0.bitsPerSecond) } ?? 0 }

  /// What is measured on every machine.
  static let grid = delays + jitters + losses + bursts + [firstPacket] + rates + others

  /// 60 bytes at 1 kbit/s take 480 ms, also where the wire was idle before: there is no bucket that lets some pass at once.
  private static let firstPacket = CalibrationCase(
    name: "1 kbit/s, first packet", question: .firstDelay,
    conditions: LinkConditions(rate: DataRate.kilobits(1)), count: 1, interval: 1_000_000)

  /// Every 7 ms, of which none of the delays is a multiple: a frame that arrives when another is sent waits for the processor
  /// that sends it.
  private static let delays = [1, 10, 100, 400].map { milliseconds in
    CalibrationCase(
      name: "\(milliseconds) ms", question: .delay, conditions: LinkConditions(delay: .milliseconds(milliseconds)),
      count: 400, interval: 7_000_000)
  }

  private static let jitters = [
    ("uniform", JitterDistribution.uniform), ("normal", .normal), ("pareto", .pareto), ("paretonormal", .paretonormal),
  ].map { name, distribution in
    CalibrationCase(
      name: "50 ms ± 10 ms, \(name)", question: .jitter,
      conditions: LinkConditions(
        delay: .milliseconds(50), jitter: Jitter(deviation: .milliseconds(10), distribution: distribution),
        keepsOrder: false),
      count: 5000, interval: 500_000)
  }

  private static let losses = [0.1, 1, 5, 10, 50].compactMap { percent in
    Probability(percent: percent).map { chance in
      CalibrationCase(
        name: "\(chance) loss", question: .loss, conditions: LinkConditions(loss: .independent(chance)), count: 10_000,
        interval: 100_000)
    }
  }

  private static let bursts = [(5.0, 3.0), (10, 8)].compactMap { percent, length in
    Probability(percent: percent).map { ratio in
      CalibrationCase(
        name: "\(ratio) loss, bursts of \(Int(length))", question: .bursts,
        conditions: LinkConditions(loss: .bursts(ratio: ratio, averageLength: length)), count: 60_000,
        interval: 100_000)
    }
  }

  private static let rates = ([100, 1000, 10_000, 100_000, 1_000_000] as [UInt64]).map { kilobits in
    let rate = DataRate.kilobits(kilobits)
    // Frames of 1514 bytes a quarter faster than they leave, so that the wire is never idle: for a second, or 24 of them.
    let wire = 1514 * 8_000_000_000 / Int64(rate.bitsPerSecond)
    return CalibrationCase(
      name: rate.description, question: .rate, conditions: LinkConditions(rate: rate),
      count: max(24, Int(1_250_000_000 / wire)), length: 1514, interval: wire * 4 / 5)
  }

  private static let others = [1.0, 10].compactMap { Probability(percent: $0) }.flatMap { chance in
    [
      CalibrationCase(
        name: "\(chance) twice", question: .duplicate, conditions: LinkConditions(duplicate: chance), count: 10_000,
        interval: 100_000),
      CalibrationCase(
        name: "20 ms, \(chance) reordered", question: .reorder,
        conditions: LinkConditions(delay: .milliseconds(20), reordering: Reordering(chance: chance)), count: 10_000,
        interval: 200_000),
      CalibrationCase(
        name: "\(chance) corrupted", question: .corrupt, conditions: LinkConditions(corrupt: chance), count: 10_000,
        interval: 100_000),
    ]
  }
}

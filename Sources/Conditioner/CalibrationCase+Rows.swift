internal import Profiles

extension CalibrationCase {
  /// What a measurement says.
  ///
  /// - Parameter isSeeded: Whether the same seed gives the same fates: then one right run in a thousand may be called
  ///   wrong, as it is always the same one; else one in a million.
  func rows(_ result: LinkMeter.Result, isSeeded: Bool) -> [CalibrationRow] {
    let outside = isSeeded ? 1e-3 : 1e-6
    // So many standard deviations of a normal distribution have that share outside.
    let deviations = isSeeded ? 3.29 : 4.89
    switch question {
    case .delay: return delayRows(result)
    case .firstDelay:
      let asked = Double(wire)
      // It is the rate that makes it late, and a rate is right to 1 %.
      return [row(.delay, asked: asked, got: result.delays.first.map { Double($0) }, asked...asked * 1.01, 1)]
    case .jitter: return jitterRows(result, deviations: deviations, distance: isSeeded ? 1.95 : 2.69)
    case .loss:
      return [share(.loss, conditions.loss.average, result.lost.count, of: result.sent.count, outside)]
    case .bursts: return burstRows(result, deviations)
    case .rate: return [rateRow(result)]
    case .duplicate:
      let twice = result.arrivals.count - Set(result.arrivals.map(\.number)).count
      return [share(.duplicate, conditions.duplicate, twice, of: result.sent.count, outside)]
    case .reorder:
      let chance = conditions.reordering?.chance ?? .zero
      return [share(.reorder, chance, Self.overtaking(result), of: result.sent.count, outside)]
    case .corrupt:
      let flipped = result.arrivals.count { !$0.isWhole }
      return [share(.corrupt, conditions.corrupt, flipped, of: result.sent.count, outside)]
    }
  }

  private func row(
    _ quantity: CalibrationRow.Quantity, asked: Double, got: Double?, _ allowed: ClosedRange<Double>, _ samples: Int
  ) -> CalibrationRow {
    CalibrationRow(quantity, conditions: name, asked: asked, got: got, allowed: allowed, samples: samples)
  }

  private func share(
    _ quantity: CalibrationRow.Quantity, _ chance: Probability, _ number: Int, of count: Int, _ outside: Double
  ) -> CalibrationRow {
    let range = BinomialInterval(count: count, chance: chance.fraction, outside: outside).range
    let allowed = Double(range.lowerBound) / Double(count)...Double(range.upperBound) / Double(count)
    return row(quantity, asked: chance.fraction, got: Double(number) / Double(count), allowed, count)
  }

  /// A frame is never early; half of them are less than 0.1 ms late and 99 of 100 less than 0.5 ms.
  private func delayRows(_ result: LinkMeter.Result) -> [CalibrationRow] {
    let asked = Double(conditions.delay.wholeNanoseconds)
    let sorted = result.delays.sorted()
    func quantile(_ share: Double) -> Double? {
      sorted.isEmpty ? nil : Double(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
    }
    return [
      row(.delay, asked: asked, got: quantile(0.5), asked...asked + 100_000, sorted.count),
      row(.delayP99, asked: asked, got: quantile(0.99), asked...asked + 500_000, sorted.count),
    ]
  }

  private func jitterRows(
    _ result: LinkMeter.Result, deviations: Double, distance limit: Double
  ) -> [CalibrationRow] {
    guard let jitter = conditions.jitter else { return [] }
    let asked = AskedDelays(mean: conditions.delay, jitter)
    let delays = result.delays.map { Double($0) }.sorted()
    let count = Double(max(1, delays.count))
    let got = AskedDelays.moments(delays)
    // The deviation of n values is known to sqrt((kurtosis - 1) / 4n).
    let spread = deviations * ((asked.kurtosis - 1) / (4 * count)).squareRoot()
    return [
      row(
        .jitterDeviation, asked: asked.deviation, got: got?.deviation,
        asked.deviation * (1 - spread)...asked.deviation * (1 + spread), delays.count),
      row(
        .jitterDistance, asked: 0, got: delays.isEmpty ? nil : asked.distance(delays),
        0...limit / count.squareRoot(), delays.count),
    ]
  }

  private func burstRows(_ result: LinkMeter.Result, _ deviations: Double) -> [CalibrationRow] {
    guard case .bursts(let ratio, let length) = conditions.loss else { return [] }
    let lost = result.lost
    let bursts = zip([-2] + lost, lost).count { $0 + 1 != $1 }
    let (share, count) = (ratio.fraction, Double(result.sent.count))
    // A burst is geometric, with the deviation sqrt(L (L - 1)). The share of a chain of two states that leaves them with r
    // and p varies as that of (1 + c) / (1 - c) times fewer independent packets, with c = 1 - p - r.
    let leaves = 1 / length
    let changes = leaves + leaves * share / (1 - share)
    let shareSpread = deviations * (share * (1 - share) / count * (2 - changes) / changes).squareRoot()
    let lengthSpread = deviations * (length * (length - 1) / max(1, count * share / length)).squareRoot()
    return [
      row(
        .loss, asked: share, got: Double(lost.count) / count, max(0, share - shareSpread)...share + shareSpread,
        result.sent.count),
      row(
        .burstLength, asked: length, got: bursts > 0 ? Double(lost.count) / Double(bursts) : nil,
        max(1, length - lengthSpread)...length + lengthSpread, bursts),
    ]
  }

  /// 1 %, and 3 % above 100 Mbit/s.
  private func rateRow(_ result: LinkMeter.Result) -> CalibrationRow {
    let asked = Double(conditions.rate?.bitsPerSecond ?? 0)
    let tolerance = asked > 100e6 ? 0.03 : 0.01
    var got: Double?
    if let first = result.arrivals.first, let last = result.arrivals.last, last.time > first.time {
      got = Double((result.arrivals.count - 1) * length * 8) * 1e9 / Double(last.time - first.time)
    }
    return row(
      .rate, asked: asked, got: got, asked * (1 - tolerance)...asked * (1 + tolerance), result.arrivals.count)
  }

  /// How many frames came before one that was sent earlier.
  private static func overtaking(_ result: LinkMeter.Result) -> Int {
    var earliestLater = Int.max
    var number = 0
    for arrival in result.arrivals.reversed() {
      if arrival.number > earliestLater { number += 1 }
      earliestLater = min(earliestLater, arrival.number)
    }
    return number
  }
}

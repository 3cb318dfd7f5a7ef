internal import Profiles

/// The one-way delays that a profile's jitter asks for.
struct AskedDelays: Sendable {
  /// In nanoseconds, in ascending order, each as likely. Of a uniform distribution so many that a step is not seen.
  private let values: [Double]
  /// Their standard deviation, in nanoseconds.
  let deviation: Double
  /// Their fourth moment over the square of their variance: 1.8 for a uniform distribution, 3 for a normal one.
  let kurtosis: Double

  init(mean: Duration, _ jitter: Jitter) {
    let center = Double(mean.wholeNanoseconds)
    let unit = Double(jitter.deviation.wholeNanoseconds)
    let steps = 4096
    let differences: [Double]
    if let table = jitter.distribution.table {
      differences = table.map { Double($0) / 8192 }.sorted()
    } else {
      differences = (0..<steps).map { step in (Double(2 * step) + 1) / Double(steps) - 1 }
    }
    values = differences.map { max(0, center + unit * $0) }
    let moments = Self.moments(values)
    deviation = moments?.deviation ?? 0
    kurtosis = moments?.kurtosis ?? 3
  }

  /// The largest difference between the share of `delays` below a time and the share asked for; `delays` in ascending
  /// order.
  func distance(_ delays: [Double]) -> Double {
    var largest = 0.0
    var below = 0
    for (index, delay) in delays.enumerated() {
      while below < values.count, values[below] <= delay { below += 1 }
      let asked = Double(below) / Double(values.count)
      largest = max(
        largest, abs(asked - Double(index) / Double(delays.count)),
        abs(asked - Double(index + 1) / Double(delays.count)))
    }
    return largest
  }

  /// The standard deviation and kurtosis of values; nil for fewer than two that differ.
  static func moments(_ values: [Double]) -> (deviation: Double, kurtosis: Double)? {
    guard values.count > 1 else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let second = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let fourth = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) * ($1 - mean) } / count
    return second > 0 ? (second.squareRoot(), fourth / (second * second)) : nil
  }
}

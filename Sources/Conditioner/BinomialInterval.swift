/// How many of so many independent packets meet a chance, but for one run in so many.
struct BinomialInterval: Hashable, Sendable {
  /// The fewest and the most.
  let range: ClosedRange<Int>

  /// The central interval of a binomial distribution.
  ///
  /// - Parameters:
  ///   - outside: How likely a count beyond it is, both sides together; 0.001 is the 99.9 % interval.
  init(count: Int, chance: Double, outside: Double) {
    guard count > 0, chance > 0 else {
      range = 0...0
      return
    }
    guard chance < 1 else {
      range = count...count
      return
    }
    // Weights by the ratio of neighbours, from the most likely one with weight 1 outwards: nothing over- or underflows.
    let odds = chance / (1 - chance)
    let mode = min(count, Int(Double(count + 1) * chance))
    var weights = [Double](repeating: 0, count: count + 1)
    weights[mode] = 1
    for k in stride(from: mode, to: 0, by: -1) {
      weights[k - 1] = weights[k] * Double(k) / (Double(count - k + 1) * odds)
    }
    for k in mode..<count { weights[k + 1] = weights[k] * Double(count - k) / Double(k + 1) * odds }
    let tail = weights.reduce(0, +) * outside / 2
    var (low, below) = (0, weights[0])
    while below <= tail, low < mode {
      low += 1
      below += weights[low]
    }
    var (high, above) = (count, weights[count])
    while above <= tail, high > mode {
      high -= 1
      above += weights[high]
    }
    range = low...high
  }
}

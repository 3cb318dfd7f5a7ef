extension JitterDistribution {
  /// How many values a generated table has, and what a deviation of 1 is in it: netem's own numbers (`NETEM_DIST_SCALE`).
  static let (tableSize, tableScale) = (4_096, 8_192.0)

  /// The differences in 8192ths of the deviation, in ascending order, each as likely; nil for ``uniform``.
  ///
  /// The generated ones have 4096 values, each the middle of a 4096th of the distribution, and are within a few of the
  /// tables of iproute2, ends apart: the bell curve; a Pareto of index 3, less its mean and scaled by 4/3; a quarter of the
  /// first and three quarters of the second. What does not fit `Int16` is cut, so a Pareto ends at 4 deviations.
  /// They are computed with basic arithmetic alone, which is the same on any machine.
  public var table: [Int16]? {
    switch self {
    case .uniform: nil
    case .normal: Self.normalTable
    case .pareto: Self.paretoTable
    case .paretonormal: Self.paretonormalTable
    case .table(_, let values): values
    }
  }

  private static let normalTable = normalQuantiles.map(entry)
  private static let paretoTable = paretoQuantiles.map(entry)
  private static let paretonormalTable = zip(normalTable, paretoTable).map { normal, pareto in
    entry((Double(normal) + 3 * Double(pareto)) / 4 / tableScale)
  }

  private static func entry(_ value: Double) -> Int16 {
    Int16(max(-32_768, min(32_767, (value * tableScale).rounded())))
  }

  /// The middles of the parts of the bell curve with deviation 1; the lower half mirrors the upper one.
  private static let normalQuantiles: [Double] = {
    var upper: [Double] = []
    var x = 0.0
    for index in tableSize / 2..<tableSize {
      let wanted = (Double(index) + 0.5) / Double(tableSize)
      // Newton's method from the value before, which is near: it doubles the digits with each round.
      for _ in 0..<8 {
        let (share, density) = normal(x)
        x += (wanted - share) / density
      }
      upper.append(x)
    }
    return upper.reversed().map { -$0 } + upper
  }()

  /// The share of the bell curve below `x` and its density there, for `x` from 0 to 4.
  private static func normal(_ x: Double) -> (share: Double, density: Double) {
    let half = x * x / 2
    // Both series have positive terms only; 100 of them reach the last bit for x up to 4.
    var (power, exponential, term, sum) = (1.0, 1.0, x, x)
    for k in 1...100 {
      power *= half / Double(k)
      exponential += power
      term *= x * x / Double(2 * k + 1)
      sum += term
    }
    let density = 1 / ((2 * Double.pi).squareRoot() * exponential)
    return (0.5 + density * sum, density)
  }

  /// The middles of the parts of a Pareto distribution of index 3 from 1, shifted by its mean of 1.5 and scaled by 4/3.
  private static let paretoQuantiles: [Double] = (0..<tableSize).map { index in
    let above = 1 - (Double(index) + 0.5) / Double(tableSize)
    return (1 / cubeRoot(above) - 1.5) * 4 / 3
  }

  /// The cube root of a value in 0…1, by Newton's method from above.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = 1.0
    // From 1 down to the cube root of 1/8192 the error falls by a third a round at first, then squares itself.
    for _ in 0..<40 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }
}

/// Values between two by ratio, with basic arithmetic alone, so that they are the same on any machine.
enum GeometricMean {
  /// `low` to the power 1 - `share`, times `high` to the power `share`; both above 0, the share from 0 to 1.
  static func between(_ low: Double, _ high: Double, _ share: Double) -> Double {
    guard low != high, share > 0 else { return low }
    guard share < 1 else { return high }
    // Halving the interval by its geometric mean follows the bits of the share; 53 of them are all it has.
    var (a, b, rest) = (low, high, share)
    for _ in 0..<53 {
      let middle = a.squareRoot() * b.squareRoot()
      rest *= 2
      if rest >= 1 {
        a = middle
        rest -= 1
      } else {
        b = middle
      }
      if rest == 0 { return a }
    }
    return a
  }
}

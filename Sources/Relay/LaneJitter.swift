/// How delays differ from frame to frame.
public struct LaneJitter: Hashable, Sendable {
  /// A table's unit: so many make one deviation, as netem's `NETEM_DIST_SCALE`.
  static let tableScale: Int64 = 8192

  /// How far, in nanoseconds: half the width without a table, else what 8192 in the table stands for.
  public var deviationNanoseconds: Int64
  /// Differences in 8192ths of the deviation, each as likely; nil or empty for uniform.
  public var table: [Int16]?
  /// The chance that a frame differs as the one before it in its flow did, which is the correlation of the two.
  ///
  /// netem instead draws the mean of both, which makes the differences smaller than asked; here they keep their
  /// distribution.
  public var correlationFraction: UInt32

  /// Jitter; uniform and without correlation unless said otherwise. A negative deviation is none.
  public init(deviationNanoseconds: Int64, table: [Int16]? = nil, correlationFraction: UInt32 = 0) {
    self.deviationNanoseconds = max(0, deviationNanoseconds)
    self.table = table
    self.correlationFraction = correlationFraction
  }

  /// How far a delay may lie below or above the middle, in nanoseconds.
  func most(below: Bool) -> Int64 {
    guard let table, let least = table.min(), let most = table.max() else { return deviationNanoseconds }
    let farthest = Double(below ? -Int(least) : Int(most)) / Double(Self.tableScale)
    return Int64(max(0, Double(deviationNanoseconds) * farthest).rounded(.up))
  }

  /// The difference for a number drawn evenly from all 32-bit ones, in nanoseconds.
  func difference(_ draw: UInt32) -> Int64 {
    guard let table, !table.isEmpty else {
      // The width times draw / 2^32, rounded down.
      let width = UInt64(deviationNanoseconds) * 2
      return Int64(width.multipliedFullWidth(by: UInt64(draw) << 32).high) - deviationNanoseconds
    }
    let index = Int((UInt64(draw) * UInt64(table.count)) >> 32)
    // Rounded down, in two parts that can't overflow.
    let (whole, rest) = (deviationNanoseconds / Self.tableScale, deviationNanoseconds % Self.tableScale)
    return Int64(table[index]) * whole + (Int64(table[index]) * rest) >> 13
  }
}

/// The value in the middle, for all numbers of a record and its reports.
package enum Median {
  /// The median of values in order: of an even number the mean of the two in the middle, rounded down; nil of none.
  package static func of(_ sorted: [Int64]) -> Int64? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle] }
    let low = sorted[middle - 1]
    // Not half of their sum, which may be more than an integer holds, as may a distance from below zero.
    let (distance, isTooFar) = sorted[middle].subtractingReportingOverflow(low)
    return isTooFar ? low / 2 + sorted[middle] / 2 : low + distance / 2
  }
}

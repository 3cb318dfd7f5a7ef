extension Duration {
  /// The longest delay a profile may ask for.
  public static let longestDelay: Duration = .seconds(3_600)

  /// Reads a duration with its unit: `100 ms`, `8s`. Units: ns, us (or µs), ms, s, min.
  ///
  /// - Throws: ``QuantityFault`` for a missing or unknown unit, no number, a negative one, or more than 292 years.
  public init(quantity text: String) throws(QuantityFault) {
    let count = try Quantity.duration.parse(text)
    guard let nanoseconds = Int64(exactly: count) else { throw QuantityFault(text, reason: "is too large a number") }
    self = .nanoseconds(nanoseconds)
  }

  /// The duration with the largest fitting unit, to the nanosecond: `100 ms`, `1.5 s`; `-` in front of a negative one.
  public var quantityText: String {
    let nanoseconds = wholeNanoseconds
    return (nanoseconds < 0 ? "-" : "") + Quantity.duration.text(nanoseconds.magnitude)
  }

  /// The duration in nanoseconds, rounded down to a whole one and kept within `Int64`.
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !overflow, !sumOverflow else { return seconds < 0 ? .min : .max }
    return sum
  }
}

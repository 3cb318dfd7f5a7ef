/// Durations as Go's programs print them: `15ms`, `1m0s`.
enum GoDuration {
  private static let units: [String: UInt64] = [
    "ns": 1, "us": 1_000, "µs": 1_000, "μs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
    "h": 3_600_000_000_000,
  ]

  /// The nanoseconds of a text; nil for anything else and beyond 64 bits.
  static func nanoseconds(_ text: String) -> UInt64? {
    var rest = text[...]
    var total: UInt64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { !($0.isASCII && $0.isNumber) }
      rest = rest.dropFirst(unit.count)
      guard let number = DecimalNumber(digits), let scale = units[String(unit)], let part = number.scaled(by: scale)
      else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !overflow else { return nil }
      total = sum
    }
    return total
  }
}

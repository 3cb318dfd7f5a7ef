/// Decimal numbers as texts, where arithmetic in binary would lose digits.
enum DecimalText {
  /// The number, written with digits, a point and perhaps an exponent, multiplied by 10 to the power `places`.
  ///
  /// The result has neither an exponent nor zeros that say nothing: `"2.5e-05"` by 2 is `0.0025`.
  static func shifted(_ text: String, by places: Int) -> String {
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    let halves = (parts.first ?? "").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = Array(halves.first ?? "")
    let digits = whole + (halves.count == 2 ? Array(halves[1]) : [])
    // Where the point stands among the digits.
    let point = whole.count + exponent + places
    let left = point > 0 ? digits.prefix(point) + zeros(point - digits.count) : []
    let right = point < digits.count ? zeros(-point) + digits.dropFirst(max(0, point)) : []
    let integer = String(left.drop { $0 == "0" })
    let fraction = String(right.reversed().drop { $0 == "0" }.reversed())
    return (integer.isEmpty ? "0" : integer) + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private static func zeros(_ count: Int) -> [Character] { Array(repeating: "0", count: max(0, count)) }
}

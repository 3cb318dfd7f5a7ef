/// Numbers for people: three digits at most, and the unit.
enum QuantityText {
  static func duration(_ nanoseconds: Double) -> String {
    switch abs(nanoseconds) {
    case ..<999.5e3: number(nanoseconds / 1e3) + " µs"
    case ..<999.5e6: number(nanoseconds / 1e6) + " ms"
    default: number(nanoseconds / 1e9) + " s"
    }
  }

  static func rate(_ bitsPerSecond: Double) -> String {
    switch bitsPerSecond {
    case ..<999.5: number(bitsPerSecond) + " bit/s"
    case ..<999.5e3: number(bitsPerSecond / 1e3) + " kbit/s"
    case ..<999.5e6: number(bitsPerSecond / 1e6) + " Mbit/s"
    default: number(bitsPerSecond / 1e9) + " Gbit/s"
    }
  }

  static func percent(_ fraction: Double) -> String { number(fraction * 100) + " %" }

  /// Three digits that count, and no more.
  static func number(_ value: Double) -> String {
    // Beyond what an Int holds there is no quantity, only a damaged record.
    guard abs(value) < 1e15 else { return "\(value)" }
    let digits = abs(value) >= 99.95 ? 0 : abs(value) >= 9.995 ? 1 : 2
    let scale = [1.0, 10, 100][digits]
    let units = (abs(value) * scale).rounded()
    let whole = Int(units) / Int(scale)
    var fraction = String(Int(units) % Int(scale))
    while fraction.utf8.count < digits { fraction = "0" + fraction }
    while digits > 0, fraction.hasSuffix("0") { fraction.removeLast() }
    return (value < 0 && units > 0 ? "-" : "") + "\(whole)" + (digits == 0 || fraction.isEmpty ? "" : ".\(fraction)")
  }
}

extension QuantityText {
  /// A time within a run, to the millisecond.
  static func clock(_ nanoseconds: Int64) -> String {
    let milliseconds = (abs(Double(nanoseconds)) / 1e6).rounded()
    guard milliseconds < 1e15 else { return duration(Double(nanoseconds)) }
    let fraction = String(Int(milliseconds) % 1000)
    let digits = String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
    return (nanoseconds < 0 && milliseconds > 0 ? "-" : "") + "\(Int(milliseconds) / 1000).\(digits) s"
  }

  /// How the values of a measured quantity are written.
  static func text(of quantity: String) -> @Sendable (Double) -> String {
    switch quantity {
    case "loss": { percent($0) }
    case "rate": { rate($0) }
    default: { duration($0) }
    }
  }

  /// A time after the conditions held; what came while they were being applied came at once.
  static func delay(_ nanoseconds: Int64) -> String { nanoseconds < 0 ? "at once" : duration(Double(nanoseconds)) }
}

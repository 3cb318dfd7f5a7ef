internal import Conditioner

extension CalibrationRow {
  /// A number of this line, for people.
  func text(_ value: Double) -> String { quantity.text(value, besides: asked) }
}

extension CalibrationRow.Quantity {
  /// What it is called in a table.
  var name: String {
    switch self {
    case .delay: "delay"
    case .delayP99: "delay p99"
    case .jitterDeviation: "deviation"
    case .jitterDistance: "distance"
    case .loss: "loss"
    case .burstLength: "burst length"
    case .rate: "rate"
    case .duplicate: "duplicates"
    case .reorder: "reordered"
    case .corrupt: "corrupted"
    }
  }

  /// What its numbers count, for programs.
  var unit: String {
    switch self {
    case .delay, .delayP99, .jitterDeviation: "nanoseconds"
    case .jitterDistance, .loss, .duplicate, .reorder, .corrupt: "fraction"
    case .burstLength: "packets"
    case .rate: "bitsPerSecond"
    }
  }

  /// A number of it, for people.
  ///
  /// - Parameter asked: What was asked for, whose unit and decimals it gets.
  func text(_ value: Double, besides asked: Double) -> String {
    switch self {
    case .delay, .delayP99, .jitterDeviation: Self.decimal(value / 1e6) + " ms"
    case .jitterDistance: Self.decimal(value)
    case .loss, .duplicate, .reorder, .corrupt: Self.decimal(value * 100) + " %"
    case .burstLength: Self.decimal(value)
    // 1000 Mbit/s needs no decimals, and would not leave room for them.
    case .rate where asked >= 1e8: "\(Int((value / 1e6).rounded())) Mbit/s"
    case .rate where asked >= 1e6: Self.decimal(value / 1e6) + " Mbit/s"
    case .rate: Self.decimal(value / 1e3) + " kbit/s"
    }
  }

  /// With three decimals.
  private static func decimal(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    guard abs(thousandths) < 1e15 else { return "\(value)" }
    let digits = String(abs(Int(thousandths)) % 1000)
    let fraction = String(repeating: "0", count: 3 - digits.count) + digits
    return (thousandths < 0 ? "-" : "") + "\(abs(Int(thousandths)) / 1000).\(fraction)"
  }
}

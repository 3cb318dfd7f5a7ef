/// Reads quantities as tc takes them, which is not as linkcond does: `bps` are bytes a second, `k` of a size is 1024, a bare
/// time is in microseconds and a bare chance in percent (tc(8), tc-netem(8)).
enum TrafficControlQuantity {
  /// bit/s of each unit of a rate, in lower case.
  private static let rates: [String: UInt64] = {
    var units: [String: UInt64] = ["": 1, "bit": 1, "bps": 8]
    for (power, letter) in ["k", "m", "g", "t"].enumerated() {
      let decimal = (0...power).reduce(UInt64(1)) { scale, _ in scale * 1_000 }
      let binary = UInt64(1) << (10 * UInt64(power + 1))
      units["\(letter)bit"] = decimal
      units["\(letter)ibit"] = binary
      units["\(letter)bps"] = 8 * decimal
      units["\(letter)ibps"] = 8 * binary
    }
    return units
  }()

  /// Nanoseconds of each unit of a time, in lower case.
  private static let times: [String: UInt64] = [
    "": 1_000, "s": 1_000_000_000, "sec": 1_000_000_000, "secs": 1_000_000_000, "ms": 1_000_000, "msec": 1_000_000,
    "msecs": 1_000_000, "us": 1_000, "usec": 1_000, "usecs": 1_000, "ns": 1, "nsec": 1, "nsecs": 1,
  ]

  /// Bytes of each unit of a size, in lower case.
  private static let sizes: [String: UInt64] = [
    "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
    "kbit": 1 << 7, "mbit": 1 << 17, "gbit": 1 << 27,
  ]

  /// A rate in bit/s; nil for anything else.
  static func rate(_ text: String) -> UInt64? { value(text, rates) }

  /// A time in nanoseconds; nil for anything else.
  static func time(_ text: String) -> UInt64? { value(text, times) }

  /// A size in bytes; nil for anything else.
  static func size(_ text: String) -> UInt64? { value(text, sizes) }

  /// A chance, with `%` or without; nil for anything else.
  static func chance(_ text: String) -> Probability? {
    guard let (number, rest) = number(text), rest.isEmpty || rest == "%" else { return nil }
    return Probability(percent: number.double)
  }

  /// A count of packets, which tc takes with a size's unit, or in hexadecimal digits behind 0x; nil for anything else.
  static func count(_ text: String) -> Int? {
    let value = text.lowercased().hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : size(text)
    return value.flatMap { Int32(exactly: $0) }.map(Int.init)
  }

  private static func value(_ text: String, _ units: [String: UInt64]) -> UInt64? {
    guard let (number, rest) = number(text), let unit = units[rest.lowercased()] else { return nil }
    return number.scaled(by: unit)
  }

  /// The number at the front of a text, as strtod(3) takes it but for hexadecimal digits, and what is behind it; nil where
  /// there is none, and below zero.
  private static func number(_ text: String) -> (DecimalNumber, Substring)? {
    func split(_ text: Substring) -> (digits: Substring, rest: Substring) {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      return (digits, text[digits.endIndex...])
    }
    let (whole, behindWhole) = split(text.hasPrefix("+") ? text.dropFirst() : text[...])
    var (fraction, rest) = (Substring(), behindWhole)
    if rest.first == "." { (fraction, rest) = split(rest.dropFirst()) }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = ""
    if rest.first == "e" || rest.first == "E" {
      let tail = rest.dropFirst()
      let (power, behind) = split(tail.first == "-" || tail.first == "+" ? tail.dropFirst() : tail)
      if !power.isEmpty {
        exponent = tail.first == "-" ? "e-\(power)" : "e\(power)"
        rest = behind
      }
    }
    return DecimalNumber("0\(whole).\(fraction)0\(exponent)").map { ($0, rest) }
  }
}

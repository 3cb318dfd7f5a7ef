/// The kinds of quantity that a profile is written in: their units, exact in the smallest one.
///
/// A quantity is a decimal number and a unit, with or without a space between: `780 kbit/s`, `0.5ms`.
struct Quantity {
  /// A unit's name and how many of the smallest unit it is.
  typealias Unit = (name: String, scale: UInt64)

  /// What the quantity is called in messages, such as `rate`.
  let name: String
  /// A value as it may be written, for messages.
  let example: String
  /// The units, smallest first.
  let units: [Unit]
  /// Units understood in reading beside ``units``.
  let otherSpellings: [String: UInt64]
  /// Units that look right and are not, with the reason.
  let refusals: [String: String]
  /// What the values are counted in, for messages about too fine a value.
  var finest: String { units[0].name }

  static let rate = Quantity(
    name: "rate", example: "780 kbit/s",
    units: [("bit/s", 1), ("kbit/s", 1_000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000)],
    otherSpellings: ["Kibit/s": 1_024, "Mibit/s": 1_048_576, "Gibit/s": 1_073_741_824],
    refusals: [
      "B/s": "counts bytes", "kB/s": "counts bytes", "MB/s": "counts bytes", "GB/s": "counts bytes",
      "KiB/s": "counts bytes", "MiB/s": "counts bytes", "GiB/s": "counts bytes",
      "kbps": "means kilobits to Apple and kilobytes to tc", "Mbps": "means megabits to Apple and megabytes to tc",
      "bps": "means bits to Apple and bytes to tc", "Gbps": "means gigabits to Apple and gigabytes to tc",
    ])

  static let duration = Quantity(
    name: "duration", example: "100 ms",
    units: [("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000)],
    otherSpellings: ["µs": 1_000, "μs": 1_000], refusals: [:])

  static let size = Quantity(
    name: "size", example: "64 kB", units: [("B", 1), ("kB", 1_000), ("MB", 1_000_000)],
    otherSpellings: ["KiB": 1_024, "MiB": 1_048_576],
    refusals: ["kbit": "counts bits", "Mbit": "counts bits", "b": "counts bits to some and bytes to others"])

  static let packets = Quantity(
    name: "number of packets", example: "50 packets", units: [("packets", 1)], otherSpellings: ["packet": 1],
    refusals: [:])

  /// Whether `unit` is one of this quantity's.
  func has(unit: String) -> Bool { otherSpellings[unit] != nil || units.contains { $0.name == unit } }

  /// The unit at the end of `text`; empty if there is none.
  static func unit(of text: String) -> String {
    String(text.drop { $0 == " " || $0 == "-" || ($0.isASCII && ($0.isNumber || $0 == ".")) }).trimmingSpaces()
  }

  /// The value of `text` in the smallest unit.
  func parse(_ text: String) throws(QuantityFault) -> UInt64 {
    let (number, unit) = try split(text)
    guard let scale = units.first(where: { $0.name == unit })?.scale ?? otherSpellings[unit] else {
      throw QuantityFault(text, reason: unitReason(unit))
    }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? Substring(parts[1].trimmingZeros()) : ""
    guard let digits = UInt64(parts[0] + fraction) else {
      throw QuantityFault(text, reason: "is too large or too fine a number")
    }
    var divisor: UInt64 = 1
    for _ in fraction {
      let (next, overflow) = divisor.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw tooFine(text) }
      divisor = next
    }
    let product = digits.multipliedFullWidth(by: scale)
    guard product.high < divisor else { throw QuantityFault(text, reason: "is too large a number") }
    let (value, remainder) = divisor.dividingFullWidth(product)
    guard remainder == 0 else { throw tooFine(text) }
    return value
  }

  /// Writes `value` in the largest unit that needs no more than three decimals, so that reading it gives `value` again.
  func text(_ value: UInt64) -> String {
    guard value > 0 else { return "0 \(name == "duration" ? "ms" : finest)" }
    if units.count == 1, value == 1, let single = otherSpellings.first?.key { return "1 \(single)" }
    for unit in units.reversed() where value >= unit.scale {
      let rest = value % unit.scale
      guard rest > 0 else { return "\(value / unit.scale) \(unit.name)" }
      guard unit.scale <= 1_000_000_000, rest % (unit.scale / 1_000) == 0 else { continue }
      let thousandths = String(1_000 + rest / (unit.scale / 1_000)).dropFirst()
      return "\(value / unit.scale).\(String(thousandths).trimmingZeros()) \(unit.name)"
    }
    return "\(value) \(finest)"
  }

  /// The number and the unit of `text`; the number is digits with at most one point inside.
  private func split(_ text: String) throws(QuantityFault) -> (number: Substring, unit: String) {
    let body = text.drop { $0 == " " }
    let number = body.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = String(body.dropFirst(number.count)).trimmingSpaces()
    guard !number.isEmpty else {
      if body.isEmpty { throw QuantityFault(text, reason: "is empty; write a \(name) such as \"\(example)\"") }
      if body.first == "-" {
        throw QuantityFault(text, reason: "is negative; write a \(name) such as \"\(example)\"")
      }
      throw QuantityFault(text, reason: "is not a number and a unit; write a \(name) such as \"\(example)\"")
    }
    guard number.filter({ $0 == "." }).count <= 1, number.first != ".", number.last != "." else {
      throw QuantityFault(text, reason: "is not a decimal number; write a \(name) such as \"\(example)\"")
    }
    return (number, unit)
  }

  private func unitReason(_ unit: String) -> String {
    let names = units.map(\.name).joined(separator: ", ")
    if unit.isEmpty { return "has no unit; write a \(name) such as \"\(example)\" (units: \(names))" }
    let shown = QuantityFault.shown(unit)
    if let refusal = refusals[unit] ?? refusals.first(where: { $0.key.lowercased() == unit.lowercased() })?.value {
      return "has the unit \"\(shown)\", which \(refusal); use one of \(names)"
    }
    return "has the unknown unit \"\(shown)\"; use one of \(names)"
  }

  private func tooFine(_ text: String) -> QuantityFault {
    QuantityFault(text, reason: "is finer than 1 \(finest)")
  }
}

extension StringProtocol {
  /// The text without zeros at its end.
  fileprivate func trimmingZeros() -> String {
    var kept = String(self)
    while kept.last == "0" { kept.removeLast() }
    return kept
  }

  /// The text without spaces and tabs at its ends.
  func trimmingSpaces() -> String {
    var kept = self.drop { $0 == " " || $0 == "\t" }
    while let last = kept.last, last == " " || last == "\t" { kept = kept.dropLast() }
    return String(kept)
  }
}

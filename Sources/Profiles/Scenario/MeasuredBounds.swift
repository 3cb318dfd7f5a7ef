/// The bounds of a measured quantity as text: `90ms..120ms`, `<= 5%`, `>= 300kbit/s`.
struct MeasuredBounds {
  /// `rtt`, `dns`, `http`, `loss` or `rate`.
  let quantity: String

  /// What there is at most: everything is lost, or no end.
  private var most: Double { quantity == "loss" ? 1 : .infinity }

  /// The bounds in `text`: nanoseconds, a fraction, or bits a second.
  func parse(_ text: String) throws(QuantityFault) -> ClosedRange<Double> {
    if text.hasPrefix("<=") { return 0...(try value(String(text.dropFirst(2)))) }
    if text.hasPrefix(">=") { return (try value(String(text.dropFirst(2))))...most }
    let parts = Self.split(text)
    guard parts.count == 2 else {
      throw QuantityFault(text, reason: "is not a range; write \(example)..\(example), <= \(example) or >= \(example)")
    }
    let (low, high) = (try value(parts[0]), try value(parts[1]))
    guard low <= high else { throw QuantityFault(text, reason: "begins above its end") }
    return low...high
  }

  /// The two sides of `..`; more or fewer where it is not there once.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == ".", rest.first == "." {
        rest.removeFirst()
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.trimmingSpaces() }
  }

  private var example: String {
    switch quantity {
    case "loss": "5%"
    case "rate": "300kbit/s"
    default: "90ms"
    }
  }

  /// One bound.
  func value(_ text: String) throws(QuantityFault) -> Double {
    switch quantity {
    case "loss": try Probability(quantity: text).fraction
    case "rate": Double(try Quantity.rate.parse(text))
    default: Double(try Quantity.duration.parse(text))
    }
  }

  /// The text of one bound, as one word; infinity has none.
  func text(_ value: Double) -> String {
    let text: String
    switch quantity {
    case "loss": text = (Probability(fraction: value) ?? .one).description
    case "rate": text = Quantity.rate.text(UInt64(exactly: value.rounded()) ?? .max)
    default: text = Quantity.duration.text(UInt64(exactly: value.rounded()) ?? .max)
    }
    return text.filter { $0 != " " }
  }

  /// The bounds as ``parse(_:)`` reads them.
  func text(_ bounds: ClosedRange<Double>) -> String {
    if bounds.upperBound >= most { return ">= \(text(bounds.lowerBound))" }
    if bounds.lowerBound == 0 { return "<= \(text(bounds.upperBound))" }
    return "\(text(bounds.lowerBound))..\(text(bounds.upperBound))"
  }
}

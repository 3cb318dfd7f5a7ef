internal import Record

/// What was measured beside what was asked, in one line.
struct MeasuredText: Sendable {
  let line: String?

  init(_ measured: [Measured]) {
    var parts: [String] = []
    for item in measured {
      let text: (Double) -> String =
        switch item.quantity {
        case "loss": QuantityText.percent
        case "rate": QuantityText.rate
        default: QuantityText.duration
        }
      let name =
        switch (item.quantity, item.direction) {
        case ("rtt", _): "RTT"
        case ("dns", _): "DNS"
        case ("http", _): "HTTP"
        case (let quantity, "downlink"): "\(quantity) down"
        case (let quantity, "uplink"): "\(quantity) up"
        case (let quantity, _): quantity
        }
      // Both directions' loss says it all where they could be told apart.
      if item.quantity == "loss", item.direction == "roundTrip",
        measured.contains(where: { $0.quantity == "loss" && $0.direction != "roundTrip" && $0.got != nil })
      {
        continue
      }
      guard let got = item.got else {
        if item.quantity != "loss" { parts.append("\(name) none") }
        continue
      }
      let asked = item.asked.map { " (asked \(text($0)))" } ?? ""
      parts.append("\(name) \(text(got))\(asked)")
    }
    line = parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

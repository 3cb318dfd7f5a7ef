internal import Record

/// What was measured under what was asked, a column for each quantity.
struct MeasuredTable: Sendable {
  /// Heading, asked, measured; empty where nothing was measured.
  private let columns: [(heading: String, asked: String, got: String)]

  init(_ measured: [Measured]) {
    let order = ["rtt", "dns", "http", "loss", "rate"]
    let directions = ["roundTrip", "downlink", "uplink"]
    func rank(_ item: Measured) -> Int {
      (order.firstIndex(of: item.quantity) ?? order.count) * 4 + (directions.firstIndex(of: item.direction) ?? 3)
    }
    let isSplit = measured.contains { $0.quantity == "loss" && $0.direction != "roundTrip" && $0.got != nil }
    columns =
      measured.filter { item in
        // Loss is shown for each direction where they could be told apart, and for both together where not.
        item.quantity != "loss" || (item.direction != "roundTrip") == isSplit
      }
      .sorted { rank($0) < rank($1) }
      .map { item in
        let text = QuantityText.text(of: item.quantity)
        return (Self.heading(item), item.asked.map(text) ?? "-", item.got.map(text) ?? "none")
      }
  }

  private static func heading(_ item: Measured) -> String {
    let name = ["rtt": "RTT", "dns": "DNS", "http": "HTTP"][item.quantity] ?? item.quantity
    switch item.direction {
    case "downlink": return name + " down"
    case "uplink": return name + " up"
    default: return name
    }
  }

  /// The table, in as many parts as `width` columns of text ask for.
  func lines(_ width: Int) -> [String] {
    var lines: [String] = []
    var rest = columns[...]
    while !rest.isEmpty {
      var part = rest
      while part.count > 1, Self.lines(part).contains(where: { $0.count > width }) { part = part.dropLast() }
      lines += Self.lines(part)
      rest = rest.dropFirst(part.count)
    }
    return lines
  }

  private static func lines(_ columns: ArraySlice<(heading: String, asked: String, got: String)>) -> [String] {
    TextTable(
      rows: [
        [""] + columns.map(\.heading), ["asked"] + columns.map(\.asked), ["measured"] + columns.map(\.got),
      ],
      alignments: [.left] + columns.map { _ in .right }
    ).lines
  }
}

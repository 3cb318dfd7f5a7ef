internal import Record

/// What was measured under what was asked, a column for each quantity.
struct MeasuredTable: Sendable {
  private typealias Column = (step: String, heading: String, asked: String, got: String)

  /// Step, heading, asked, measured; empty where nothing was measured.
  private let columns: [Column]
  /// Whether the steps are told.
  private let hasSteps: Bool

  init(_ measured: [Measured]) {
    let order = ["rtt", "dns", "http", "loss", "rate"]
    let directions = ["roundTrip", "downlink", "uplink"]
    func rank(_ item: Measured) -> Int {
      (order.firstIndex(of: item.quantity) ?? order.count) * 4 + (directions.firstIndex(of: item.direction) ?? 3)
    }
    let isSplit = measured.contains { $0.quantity == "loss" && $0.direction != "roundTrip" && $0.got != nil }
    let steps = measured.steps
    hasSteps = steps.count > 1
    columns =
      measured.filter { item in
        // Loss is shown for each direction where they could be told apart, and for both together where not.
        item.quantity != "loss" || (item.direction != "roundTrip") == isSplit
      }
      .sorted { a, b in
        (steps.firstIndex(of: a.step) ?? 0, rank(a)) < (steps.firstIndex(of: b.step) ?? 0, rank(b))
      }
      .map { item in
        let text = QuantityText.text(of: item.quantity)
        return (
          TextLines.plain(item.step), Self.heading(item), item.asked.map(text) ?? "-", item.got.map(text) ?? "none"
        )
      }
  }

  private static func heading(_ item: Measured) -> String {
    let name = ["rtt": "RTT", "dns": "DNS", "http": "HTTP"][item.quantity] ?? item.quantity
    switch item.direction {
    case "downlink": return name + " down"
    case "uplink": return name + " up"
    // A loss that could not be told apart, beside others that are of one direction.
    default: return item.quantity == "loss" ? name + " 2-way" : name
    }
  }

  /// The table, in as many parts as `width` columns of text ask for.
  func lines(_ width: Int) -> [String] {
    var lines: [String] = []
    var rest = columns[...]
    while !rest.isEmpty {
      var part = rest
      if hasSteps {
        // A step's columns stay together, under its name.
        part = part.prefix { $0.step == rest.first?.step }
        if part.startIndex == columns.startIndex || columns[part.startIndex - 1].step != part.first?.step {
          lines.append((part.first?.step ?? "") + ":")
        }
      }
      while part.count > 1, Self.lines(part).contains(where: { $0.count > width }) { part = part.dropLast() }
      lines += Self.lines(part)
      rest = rest.dropFirst(part.count)
    }
    return lines
  }

  private static func lines(_ columns: ArraySlice<Column>) -> [String] {
    TextTable(
      rows: [
        [""] + columns.map(\.heading), ["asked"] + columns.map(\.asked), ["measured"] + columns.map(\.got),
      ],
      alignments: [.left] + columns.map { _ in .right }
    ).lines
  }
}

extension [Measured] {
  /// The steps in which something was measured, each once, in order.
  var steps: [String] {
    reduce(into: []) { steps, item in if !steps.contains(item.step) { steps.append(item.step) } }
  }
}

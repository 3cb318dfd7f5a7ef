/// Makes expectations of the elements of `Expect`: texts, or dictionaries.
struct ExpectationReader {
  private static let example = "\"\(Expectation.forms[0])\""

  /// The longest name of a step with the number of a round behind it, ` (round 10000)`.
  private static let longestStep = StepReader.longestName + 14

  let reader: PropertyListReader

  typealias Node = PropertyListReader.Node
  typealias Entries = PropertyListReader.Entries

  /// The expectation; nil, with a fault, if it is none.
  func expectation(_ node: Node) -> Expectation? {
    switch node.value {
    case .string(let text):
      do throws(ExpectationFault) {
        return try Expectation(text: text)
      } catch {
        reader.fault(node.path, "\(error).")
        return nil
      }
    case .dictionary(let values):
      let entries = Entries(path: node.path, values: values)
      if entries.has("Exit") { return exit(entries) }
      if entries.has("Measure") { return measured(entries) }
      return observed(entries)
    default:
      reader.fault(
        node.path, "\(node.value.shown) was read, where a text or a dictionary is expected: \(Self.example).")
      return nil
    }
  }

  private func exit(_ entries: Entries) -> Expectation? {
    reader.refuseUnknownKeys(in: entries, allowed: ["Exit"], of: "an expected exit status")
    return reader.count(entries["Exit"], in: 0...255).map { .exit(status: $0) }
  }

  private func measured(_ entries: Entries) -> Expectation? {
    reader.refuseUnknownKeys(
      in: entries, allowed: ["Measure", "Direction", "From", "To", "In"], of: "an expected measurement")
    let quantity = reader.choice(entries["Measure"], of: MonitorWords.quantities)
    let directions = MonitorWords.directions(of: quantity ?? "loss")
    if !entries.has("Direction") {
      reader.missing("Direction", in: entries, "it is one of \(directions.joined(separator: ", "))")
    }
    if !entries.has("From"), !entries.has("To") {
      reader.missing("From", in: entries, "an expected measurement has From, To or both")
    }
    let direction = reader.choice(entries["Direction"], of: directions)
    let step = reader.line(entries["In"], longest: Self.longestStep)
    guard let quantity, let direction else { return nil }
    let bounds = MeasuredBounds(quantity: quantity)
    func value(_ key: String) -> Double? {
      reader.quantity(entries[key], example: quantity == "loss" ? "5 %" : quantity == "rate" ? "300 kbit/s" : "90 ms") {
        text throws(QuantityFault) in try bounds.value(text)
      }
    }
    let (from, to) = (value("From"), value("To"))
    let low = from ?? 0
    let high = to ?? (quantity == "loss" ? 1 : .infinity)
    guard low <= high else {
      reader.fault(entries.path(of: "To"), "is below From.")
      return nil
    }
    return .measured(quantity: quantity, direction: direction, step: step, bounds: low...high)
  }

  /// What a monitor is to show, in one of four ways.
  private func observed(_ entries: Entries) -> Expectation? {
    let kinds = ["Status", "Stays", "Transitions", "Order"]
    let given = kinds.filter(entries.has)
    guard entries.has("Monitor"), given.count == 1, let kind = given.first else {
      reader.refuseUnknownKeys(
        in: entries, allowed: ["Monitor", "Within", "For", "After"] + kinds, of: "an expectation")
      let what = "Monitor and one of \(kinds.joined(separator: ", ")), or Exit, or Measure"
      reader.fault(entries.path, "an expectation has \(what); as a text it looks like \(Self.example).")
      return nil
    }
    let extra: [String: [String]] = ["Status": ["Within", "After"], "Stays": ["For", "After"]]
    reader.refuseUnknownKeys(
      in: entries, allowed: ["Monitor", kind] + (extra[kind] ?? []), of: "an expectation with \(kind)")
    let monitor = reader.choice(entries["Monitor"], of: MonitorWords.names)
    let step = reader.line(entries["After"], longest: Self.longestStep)
    switch kind {
    case "Status":
      if !entries.has("Within") { reader.missing("Within", in: entries, "a status is reached within a time") }
      let within = reader.span(entries["Within"], upTo: ScenarioReader.longest)
      guard let monitor, let status = status(entries["Status"], of: monitor), let within else { return nil }
      return .reaches(monitor: monitor, status: status, within: within, after: step)
    case "Stays":
      let lasting = reader.span(entries["For"], upTo: ScenarioReader.longest)
      guard let monitor, let status = status(entries["Stays"], of: monitor) else { return nil }
      return .stays(monitor: monitor, status: status, lasting: lasting, after: step)
    case "Transitions":
      let most = reader.count(entries["Transitions"], in: 0...1_000_000)
      guard let monitor, let most else { return nil }
      return .transitions(monitor: monitor, atMost: most)
    default:
      guard let monitor, let nodes = reader.array(entries["Order"], example: "(online, offline, online)") else {
        return nil
      }
      if nodes.isEmpty { reader.fault(entries.path(of: "Order"), "is empty; an order has at least one status.") }
      return .order(monitor: monitor, statuses: nodes.compactMap { status($0, of: monitor) })
    }
  }

  private func status(_ node: Node?, of monitor: String) -> String? {
    guard let statuses = MonitorWords.statuses(of: monitor) else { return reader.line(node, longest: 200) }
    return reader.choice(node, of: statuses)
  }
}

extension Expectation {
  /// The monitor that it is about; nil for the command's exit and for measurements.
  package var monitor: String? {
    switch self {
    case .reaches(let monitor, _, _, _), .stays(let monitor, _, _, _), .transitions(let monitor, _),
      .order(let monitor, _):
      monitor
    case .exit, .measured: nil
    }
  }

  /// The monitor that has to run for it: the program's for its exit, the probe for what its answers show; nil for what the
  /// harness measures by itself.
  package var neededMonitor: String? {
    switch self {
    case .exit: "app"
    case .measured(let quantity, _, _, _): ["loss", "rate"].contains(quantity) ? nil : "probe"
    default: monitor
    }
  }

  /// The step that it counts from or is measured in; nil if it names none.
  package var step: String? {
    switch self {
    case .reaches(_, _, _, let step), .stays(_, _, _, let step), .measured(_, _, let step, _): step
    case .transitions, .order, .exit: nil
    }
  }
}

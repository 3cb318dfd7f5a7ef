internal import Conditioner
internal import LinuxSystem

/// `linkcond calibrate`: what a lab on this machine imposes beside what was asked of it.
struct CalibrateCommand: Sendable {
  let arguments: CalibrateArguments

  init(_ arguments: CalibrateArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let isShown = Terminal.isTerminal(2)
    let calibration = try await Calibration.measure(
      options: LabOptions(engine: arguments.engine, seed: arguments.seed)
    ) { name in
      if isShown { Terminal.write("\r\u{1b}[K\(name) …", to: 2) }
    }
    if isShown { Terminal.write("\r\u{1b}[K", to: 2) }
    var output = try Self.output(calibration, isJSON: arguments.isJSON)
    if let path = arguments.output { try Self.record(calibration, in: path, &output) }
    return output
  }

  /// Writes the table to a file. Where that fails the measurement is not lost: it is printed, and the complaint with it.
  static func record(_ calibration: Calibration, in path: String, _ output: inout CommandOutput) throws {
    let text = try CommandOutput.json(Facts(calibration))
    do {
      try ReportFile(path: path).write(text)
    } catch {
      output.complaints += ErrorText.of(error)
      output.status = .failed
    }
  }

  static func output(_ calibration: Calibration, isJSON: Bool) throws -> CommandOutput {
    var output = CommandOutput(facts: isJSON ? try CommandOutput.json(Facts(calibration)) : text(calibration))
    if calibration.rows.contains(where: { !$0.isRight }) { output.status = .failed }
    return output
  }

  /// A table of at most 80 columns.
  private static func text(_ calibration: Calibration) -> String {
    let rows = calibration.rows.map { row in
      [
        row.conditions, row.quantity.name, row.text(row.asked), row.got.map(row.text) ?? "nothing",
        row.wasDisturbed ? "BUSY" : row.isRight ? "right" : "WRONG",
      ]
    }
    let table = [["CONDITIONS", "MEASURED", "ASKED", "GOT", ""]] + rows
    let widths = (0..<5).map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = zip(table, [nil] + calibration.rows).map { cells, row in
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 2 || column == 3 ? space + cell : cell + space
      }
      var line = padded.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n" + (row.map(Self.reason) ?? "")
    }
    let wrong = calibration.rows.count { !$0.isRight }
    let busy = calibration.rows.count(where: \.wasDisturbed)
    var verdict = wrong == 0 ? "All \(rows.count) are as asked." : "\(wrong - busy) of \(rows.count) are not as asked."
    if busy > 0 {
      verdict +=
        "\n\(busy) could not be told: the machine was too busy, and frames were lost that nothing asked to lose."
    }
    if let signs = calibration.busySigns {
      verdict += "\nThe machine was busy: \(signs); measure again when it is idle."
    }
    return lines.joined() + "\nEngine: \(calibration.engine.engine.rawValue), seed \(calibration.seed). \(verdict)\n"
  }

  /// What would have been right, beneath a row that is not.
  private static func reason(_ row: CalibrationRow) -> String {
    guard !row.isRight, !row.wasDisturbed else { return "" }
    let (low, high) = (row.text(row.allowed.lowerBound), row.text(row.allowed.upperBound))
    return "  right from \(low) to \(high); told from \(row.samples) packet\(row.samples == 1 ? "" : "s")\n"
  }

  private struct Facts: Encodable {
    struct Row: Encodable {
      let conditions, quantity, unit: String
      let asked, allowedFrom, allowedTo: Double
      let got: Double?
      let samples: Int
      let isRight, wasDisturbed: Bool
    }

    struct Machine: Encodable {
      let load: Double?
      let processors, wakings, lateWakings: Int
      let isBusy: Bool
    }

    let schema = 1
    let engine, engineReason: String
    let seed: UInt64
    let rows: [Row]
    /// Whether the machine had the time: its load at the end, and the wakings under the condition in which it had the least.
    let machine: Machine?

    private enum CodingKeys: String, CodingKey { case schema, engine, engineReason, seed, rows, machine }

    init(_ calibration: Calibration) {
      engine = calibration.engine.engine.rawValue
      engineReason = calibration.engine.reason
      seed = calibration.seed
      machine = calibration.load.map {
        Machine(
          load: $0.average, processors: $0.processors, wakings: $0.wakings, lateWakings: $0.lateWakings,
          isBusy: $0.busySigns != nil)
      }
      rows = calibration.rows.map { row in
        Row(
          conditions: row.conditions, quantity: row.quantity.rawValue, unit: row.quantity.unit, asked: row.asked,
          allowedFrom: row.allowed.lowerBound, allowedTo: row.allowed.upperBound, got: row.got, samples: row.samples,
          isRight: row.isRight, wasDisturbed: row.wasDisturbed)
      }
    }
  }
}

@testable import Conditioner
import Foundation
import Testing

@testable import LinkcondCommand

@Suite("calibrate")
struct CalibrateTests {
  private static func row(
    _ quantity: CalibrationRow.Quantity, _ conditions: String, _ asked: Double, _ got: Double?,
    _ allowed: ClosedRange<Double>
  ) -> CalibrationRow {
    CalibrationRow(quantity, conditions: conditions, asked: asked, got: got, allowed: allowed, samples: 400)
  }

  private static let rows = [
    row(.delay, "100 ms", 100e6, 100_052_000, 100e6...100.1e6),
    row(.jitterDistance, "50 ms ± 10 ms, paretonormal", 0, 0.0123, 0...0.0276),
    row(.rate, "780 kbit/s", 780_000, 779_998, 772_200...787_800),
    row(.rate, "1 Mbit/s", 1e6, 999_987, 990e3...1010e3),
    row(.rate, "1 Gbit/s", 1e9, 998_004_000, 970e6...1030e6),
    row(.loss, "0.1 % loss", 0.001, 0.0012, 0.0002...0.0022),
    row(.burstLength, "10 % loss, bursts of 8", 8, 7.85, 7.2...8.8),
  ]

  private func calibration(_ rows: [CalibrationRow]) throws -> Calibration {
    let capabilities = Capabilities(
      kernelRelease: "6.18", answers: Capabilities.Piece.allCases.map { Capabilities.Answer($0, refusal: nil) })
    return Calibration(engine: try EngineDecision(.userspace, capabilities), seed: 7, rows: rows)
  }

  @Test("the table says what was asked and what was got, in 80 columns")
  func table() throws {
    let output = try CalibrateCommand.output(calibration(Self.rows), isJSON: false)
    #expect(
      output.facts == """
        CONDITIONS                   MEASURED               ASKED             GOT
        100 ms                       delay             100.000 ms      100.052 ms  right
        50 ms ± 10 ms, paretonormal  distance               0.000           0.012  right
        780 kbit/s                   rate          780.000 kbit/s  779.998 kbit/s  right
        1 Mbit/s                     rate            1.000 Mbit/s    1.000 Mbit/s  right
        1 Gbit/s                     rate             1000 Mbit/s      998 Mbit/s  right
        0.1 % loss                   loss                 0.100 %         0.120 %  right
        10 % loss, bursts of 8       burst length           8.000           7.850  right

        Engine: userspace, seed 7. All 7 are as asked.

        """)
    #expect(output.facts.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(output.status == .done)
  }

  @Test("what is not as asked is marked, and the status is 1")
  func wrong() throws {
    let rows = [
      Self.rows[0], Self.row(.loss, "1 % loss", 0.01, 0.02, 0.007...0.013),
      Self.row(.delay, "1 ms", 1e6, nil, 1e6...1.1e6),
    ]
    let output = try CalibrateCommand.output(calibration(rows), isJSON: false)
    #expect(
      output.facts.contains(
        """
        1 % loss    loss         1.000 %     2.000 %  WRONG
          right from 0.700 % to 1.300 %; told from 400 packets

        """))
    #expect(output.facts.contains("nothing  WRONG\n  right from 1.000 ms to 1.100 ms; told from 400 packets\n"))
    #expect(output.facts.hasSuffix("2 of 3 are not as asked.\n"))
    #expect(output.status == .failed)
  }

  private static let late = row(.delay, "1 ms", 1e6, 3e6, 1e6...1.1e6)
  private static let lossy = row(.loss, "1 % loss", 0.01, 0.02, 0.007...0.013)

  @Test(
    "wrong times and rates of a busy machine come with what shows that it was busy",
    arguments: [
      (2.01, 0, late, "load 2.01 on 2 processors"), (2.0, 0, late, nil), (2.0, 9, late, nil),
      (0.5, 10, late, "a sleeping thread woke late 10 of 1000 times"),
      (13.5, 20, late, "load 13.50 on 2 processors, a sleeping thread woke late 20 of 1000 times"),
      (13.5, 20, rows[0], nil), (13.5, 20, lossy, nil),
    ])
  func busyMachine(average: Double, late: Int, row: CalibrationRow, signs: String?) throws {
    let base = try calibration([row])
    let load = MachineLoad(average: average, processors: 2, wakings: 1000, lateWakings: late)
    let measured = Calibration(engine: base.engine, seed: base.seed, rows: base.rows, load: load)
    let text = try CalibrateCommand.output(measured, isJSON: false)
    let sentence = signs.map { "\nThe machine was busy: \($0); measure again when it is idle.\n" }
    #expect(text.facts.contains("The machine was busy") == (signs != nil))
    if let sentence { #expect(text.facts.hasSuffix(sentence), "\(text.facts)") }
    #expect(text.status == (row.isRight ? .done : .failed))
    let json = try JSONSerialization.jsonObject(
      with: Data(CalibrateCommand.output(measured, isJSON: true).facts.utf8))
    let machine = try #require((json as? [String: Any])?["machine"] as? [String: Any])
    #expect(machine["isBusy"] as? Bool == (average > 2 || late >= 10) && machine["lateWakings"] as? Int == late)
  }

  @Test("what a busy machine kept from being told is no fault of the lab, but no proof either")
  func busy() throws {
    let disturbed = CalibrationRow(
      .loss, conditions: "1 % loss", asked: 0.01, got: nil, allowed: 0.007...0.013, samples: 400, wasDisturbed: true)
    let output = try CalibrateCommand.output(calibration([Self.rows[0], disturbed]), isJSON: false)
    #expect(output.facts.contains("1 % loss    loss         1.000 %     nothing  BUSY\n\n"))
    #expect(output.facts.contains("0 of 2 are not as asked.\n1 could not be told: the machine was too busy"))
    #expect(output.status == .failed)
  }

  @Test("as JSON each line has its unit and its bounds")
  func json() throws {
    let output = try CalibrateCommand.output(calibration(Self.rows), isJSON: true)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.facts.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    #expect(object["engine"] as? String == "userspace")
    #expect(object["seed"] as? Int == 7)
    let rows = try #require(object["rows"] as? [[String: Any]])
    #expect(rows.count == 7)
    #expect(rows[0]["unit"] as? String == "nanoseconds")
    #expect(rows[0]["got"] as? Double == 100_052_000)
    #expect(rows[0]["allowedTo"] as? Double == 100.1e6)
    #expect(rows[0]["isRight"] as? Bool == true)
    #expect(rows[5]["quantity"] as? String == "loss" && rows[5]["unit"] as? String == "fraction")
  }

  @Test("a file gets the same table as JSON; one that can't be written is told beside the table")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "calibrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    let table = try calibration(Self.rows)
    var output = try CalibrateCommand.output(table, isJSON: false)
    let path = folder.appending(component: "table.json").path
    try CalibrateCommand.record(table, in: path, &output)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == CalibrateCommand.output(table, isJSON: true).facts)
    #expect(output.status == .done && output.complaints.isEmpty)

    try CalibrateCommand.record(table, in: folder.appending(component: "none/table.json").path, &output)
    #expect(output.status == .failed && output.complaints.contains("none/table.json"))
    #expect(output.facts.contains("All 7 are as asked."))
  }

  @Test("its words are read")
  func words() throws {
    #expect(
      try Invocation(["calibrate"]) == .calibrate(CalibrateArguments(engine: .auto, seed: 1, isJSON: false)))
    #expect(
      try Invocation(["calibrate", "--engine=kernel", "--seed", "9", "--json", "--output", "table.json"])
        == .calibrate(CalibrateArguments(engine: .kernel, seed: 9, isJSON: true, output: "table.json")))
  }
}

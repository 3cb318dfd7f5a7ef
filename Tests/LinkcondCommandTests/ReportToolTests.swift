import Foundation
import Record
import Testing
import TestSupport

/// `linkcond report` and `linkcond compare`, as a user calls them.
@Suite("Reports of the linkcond tool")
struct ReportToolTests {
  private static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "linkcond"
  ).path

  /// Two records: in `now` the probe went offline 2 s later than in `before`. `newer` is of another schema.
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-\(UInt64.random(in: 0...UInt64.max))")
    for (name, told) in [("before", Int64(5)), ("now", 7)] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
      let writer = try RecordWriter(path: folder.path + "/\(name)/record.jsonl")
      let second = Int64(1_000_000_000)
      let lane = ProfileRecord.Lane(rate: nil, delay: 0, loss: 1)
      let profile = ProfileRecord(
        name: "Tunnel", downlink: lane, uplink: lane, dnsDelay: 0, interfaceType: "wifi", linkState: "up")
      let recorder = RunRecorder(run: "Tunnel", start: 0) { writer.write($0) }
      recorder.append(
        .runStarted(
          RunStarted(
            tool: "linkcond", profile: profile, engine: "userspace", engineReason: "For a test.", kernel: "6", seed: 1,
            wallClock: "2026-11-30T08:00:00Z", monitors: ["probe"], families: ["ipv4"], processors: 2,
            congestionControl: "cubic", buffers: [], offloads: [], phases: [:])), at: 0)
      var calm = profile
      (calm.name, calm.downlink.loss, calm.uplink.loss) = ("Unconditioned", 0, 0)
      for (step, conditions, time) in [("baseline", calm, Int64(0)), ("applied", profile, second)] {
        recorder.append(
          .conditionChanged(
            ConditionChanged(step: step, profile: conditions, interface: "wlan0", began: time, applied: time)),
          at: time)
        guard step == "baseline" else { continue }
        recorder.append(
          .transition(
            Transition(
              monitor: "probe", from: "unknown", to: "online", condition: "baseline", firstEvidence: 1, decided: 1,
              delivered: 1, sinceCondition: 1, evidence: [])), at: 1)
      }
      recorder.append(
        .transition(
          Transition(
            monitor: "probe", from: "online", to: "offline", condition: "applied", firstEvidence: 3 * second,
            decided: told * second, delivered: told * second, sinceCondition: (told - 1) * second, evidence: [])),
        at: told * second)
      recorder.append(.runFinished(RunFinished(outcome: "completed")), at: 10 * second)
      try writer.close()
    }
    try #"{"n":0,"run":"r","schema":2,"t":0,"tool":"linkcond 9","type":"run.started"}"#.write(
      to: folder.appending(path: "newer.jsonl"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test(
    "the exit status and what is said",
    arguments: [
      ("report before", Int32(0), "offline after 4 s"),
      ("report newer.jsonl", 65, "Error: 'newer.jsonl' was written by a newer version (linkcond 9, schema 2)"),
      ("report before --html no/such/page.html", 1, "Error: Cannot write the report 'no/such/page.html': No such file"),
      ("compare before now", 1, "worse  probe    online → offline     4 s  6 s  applied  ± 500 ms"),
      ("compare before now --floor 3s", 0, "2 transitions within the noise"),
      ("compare now before", 0, "better"),
      ("compare before before --json", 0, "\"isWorse\" : false"),
      ("compare before newer.jsonl", 65, "schema 2"),
      ("compare before nowhere", 65, "Error: Cannot read the record 'nowhere'"),
      ("compare before", 64, "Error: Missing expected argument '<now>'"),
      ("report before --csv -", 0, "run,profile,monitor"),
      ("report before --json", 0, "\"findings\""),
    ])
  func status(_ words: String, _ status: Int32, _ said: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    let result = try Shell.run(["sh", "-c", "cd \"$2\" && \"$1\" \(words) 2>&1", "sh", Self.tool, folder.path])
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(said), "\(result.output)")
  }

  @Test("files are written whole in the place of older ones, and nothing is printed beside them")
  func files() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    let script = """
      cd "$2" && echo old > page.html
      "$1" report before --html page.html --junit results.xml --csv table.csv 2>&1; echo "exit $?"
      ls -A
      """
    let result = try Shell.run(["sh", "-c", script, "sh", Self.tool, folder.path])
    #expect(
      result.output.split(separator: "\n") == [
        "exit 0", "before", "newer.jsonl", "now", "page.html", "results.xml", "table.csv",
      ])
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    #expect(try text("page.html").hasPrefix("<!DOCTYPE html>") && text("page.html").hasSuffix("</html>\n"))
    #expect(try text("results.xml").contains("<testsuite name=\"Tunnel\""))
    #expect(try text("table.csv").hasSuffix("\r\n"))
  }

  @Test("no colour where NO_COLOR is set, where --plain is given, or where there is no terminal")
  func colors() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    // `script` gives the tool a terminal of its own.
    func output(_ before: String, _ words: String) throws -> String {
      try Shell.run([
        "sh", "-c", "cd \"$2\" && \(before) script -qec \"'$1' \(words)\" /dev/null </dev/null", "sh", Self.tool,
        folder.path,
      ]).output
    }
    for words in ["report before", "compare before now"] {
      #expect(try output("env -u NO_COLOR", words).contains("\u{1b}["))
      #expect(try !output("NO_COLOR=1", words).contains("\u{1b}["))
      #expect(try !output("env -u NO_COLOR", words + " --plain").contains("\u{1b}["))
      let piped = try Shell.run(["sh", "-c", "cd \"$2\" && \"$1\" \(words)", "sh", Self.tool, folder.path])
      #expect(!piped.output.contains("\u{1b}["))
    }
  }
}

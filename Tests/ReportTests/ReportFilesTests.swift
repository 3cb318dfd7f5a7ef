import Foundation
import FoundationXML
import Record
import Testing

@testable import Report

@Suite("Reports in files for other programs")
struct ReportFilesTests {
  /// A run whose name and output try to break out of whatever they stand in.
  static var hostile: SyntheticRun {
    var run = SyntheticRun(SyntheticRun.profile("</script><b>\"Bad\", & 'worse'\u{1b}[31m\u{0}]]>", loss: 1))
    run.beginWell()
    run.add(1_000, .appOutput(AppOutput(stream: "stderr", line: "</script><script>alert(1)</script>\u{7}")))
    run.step("applied", at: 2_000)
    let miss = run.probe("timeout\"><img src=x onerror=alert(2)>", sent: 2_100, ended: 4_100)
    run.transition(
      "probe", "online", "off<i>line", in: "applied", first: 4_100, decided: 5_000, delivered: 5_000, evidence: [miss])
    run.step("removed", at: 8_000)
    run.finish(expectations: [
      ExpectationResult(name: "fine & well", passed: true, expected: "a", observed: "b"),
      ExpectationResult(
        name: "offline < 5 s", passed: false, expected: "'offline' within 2 s", observed: "after 3 s",
        evidence: [miss, 99]),
    ])
    return run
  }

  private func stories(_ runs: SyntheticRun...) -> [RunStory] { RunStory.all(in: runs.flatMap(\.events)) }

  /// The elements of a document, each with its attributes and text, as an XML parser sees them.
  private final class Elements: NSObject, XMLParserDelegate {
    var found: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(found.count)
      found.append((name, attributes, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last.map { found[$0].text += text } }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }

  @Test("an expectation that was not checked is neither met nor failed, and every report says why")
  func skipped() {
    var run = SyntheticRun(SyntheticRun.profile("Edge"))
    run.beginWell()
    run.step("applied", at: 2_000)
    run.finish(expectations: [
      ExpectationResult(name: "exit 0", passed: true, expected: "exit 0", observed: "b"),
      ExpectationResult(
        name: "app up within 1s after x", passed: true, expected: "app up within 1s after x",
        observed: "not checked in 'Edge': it has no step 'x'", skipped: true),
    ])
    let junit = TestReport(stories: stories(run)).text
    #expect(
      junit.contains("<skipped message=\"not checked in &#39;Edge&#39;: it has no step &#39;x&#39;\"/>"), "\(junit)")
    #expect(junit.contains("failures=\"0\" errors=\"0\" skipped=\"1\""), "\(junit)")
    let terminal = TimelineReport(stories: stories(run)).text(width: 120, color: false)
    #expect(
      terminal.contains("  skipped   app up within 1s after x: not checked in 'Edge': it has no step 'x'\n"),
      "\(terminal)")
    let page = PageReport(stories: stories(run)).text
    #expect(page.contains("<tr class=\"skipped\"><td>skipped</td>"))
    #expect(page.contains("<b>1</b> expectation met") && !page.contains("expectation failed"))
  }

  @Test("JUnit XML: a suite for each run, a case for each expectation and one for the run's end")
  func junit() throws {
    let parser = XMLParser(data: Data(TestReport(stories: stories(Self.hostile, .killed, .totalLoss)).text.utf8))
    let elements = Elements()
    parser.delegate = elements
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    func all(_ name: String) -> [(name: String, attributes: [String: String], text: String)] {
      elements.found.filter { $0.name == name }
    }

    let root = try #require(all("testsuites").first).attributes
    #expect(root["tests"] == "5" && root["failures"] == "1" && root["errors"] == "1")
    #expect(all("testsuite").map { $0.attributes["tests"] } == ["3", "1", "1"])
    #expect(all("testsuite").first?.attributes["name"] == "</script><b>\"Bad\", & 'worse'\u{FFFD}[31m\u{FFFD}]]>")
    #expect(
      all("testcase").map { $0.attributes["name"] }
        == ["fine & well", "offline < 5 s", "run finished", "run finished", "run finished"])
    let failure = try #require(all("failure").first)
    #expect(all("failure").count == 1)
    #expect(failure.attributes["message"] == "expected 'offline' within 2 s; after 3 s")
    #expect(
      failure.text.split(separator: "\n").map(String.init) == [
        "expected: 'offline' within 2 s", "observed: after 3 s",
        "evidence: 4.100 s icmp probe 6 to 203.0.113.1, sent at 2.100 s: timeout\"><img src=x onerror=alert(2)>",
        "evidence: event 99, which the record lacks",
      ])
    #expect(all("error").map { $0.attributes["type"] } == ["killed"])
    #expect(all("system-out").count == 3 && all("system-out")[2].text.contains("100 % loss"))
  }

  /// Fields of a table as RFC 4180 has it.
  private func fields(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, isQuoted) {
      case ("\"", true) where scalars.first == "\"":
        field += "\""
        scalars.removeFirst()
      case ("\"", _): isQuoted.toggle()
      case (",", false):
        row.append(field)
        field = ""
      case ("\r", false) where scalars.first == "\n":
        scalars.removeFirst()
        rows.append(row + [field])
        (row, field) = ([], "")
      default: field.unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  @Test("CSV: a line for each transition, quoted where it must be")
  func csv() throws {
    let text = TransitionTable(stories: stories(Self.hostile, .totalLoss)).text
    let rows = fields(text)
    #expect(rows.first == TransitionTable.columns)
    #expect(rows.count == 1 + 3 + 4)
    #expect(rows.allSatisfy { $0.count == TransitionTable.columns.count })
    #expect(rows[1][0] == "</script><b>\"Bad\", & 'worse'\u{1b}[31m\u{0}]]>")
    // The first of the loss run's: path, probe, then the probe's two changes.
    #expect(
      rows[6].prefix(14) == [
        "100% Loss", "100% Loss", "probe", "online", "offline", "applied", "applied", "4100000000", "5100000000",
        "5100080000", "3100080000", "false", "false", "5 6 7",
      ])
    #expect(text.unicodeScalars.filter { $0 == "\n" }.count == rows.count && text.hasSuffix("\r\n"))
    #expect(!text.replacing("\r\n", with: "").unicodeScalars.contains("\n"))
  }

  @Test("a record without runs makes valid, empty files")
  func empty() {
    #expect(TransitionTable(stories: []).text == TransitionTable.columns.joined(separator: ",") + "\r\n")
    #expect(XMLParser(data: Data(TestReport(stories: []).text.utf8)).parse())
  }
}

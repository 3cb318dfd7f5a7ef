import Foundation
import Profiles
import Testing

@testable import LinkcondCommand

@Suite("Tables on a terminal of 80 columns")
struct TerminalTableTests {
  @Test(
    "names that a terminal shows wide stay within 80 columns, and columns under one another",
    arguments: ["網路", String(repeating: "網路狀況", count: 8), String(repeating: "ﾊﾝｶｸ한글", count: 8), "Café 🚇 e\u{301}"])
  func wideNames(name: String) throws {
    let rows = [
      ["PROFILE", "DOWNLINK", "UPLINK"], [name, "1 Mbit/s 500 ms 10 % loss", "-"], ["LTE", "50 ms", "65 ms"],
    ]
    let lines = Columns.text(rows, flexible: 2).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.terminalColumns <= 80 })
    // In front of the second column each line is equally wide.
    let fronts = zip(lines, ["DOWN", "1 M", "50 ms"]).map { line, start in
      line.components(separatedBy: "  \(start)").first.map(\.terminalColumns)
    }
    #expect(Set(fronts).count == 1, "\(lines)")
  }

  @Test("columns of a terminal: wide, combined and joined characters")
  func terminalColumns() {
    for (text, columns) in [
      ("abc", 3), ("網路", 4), ("ﾊﾝ", 2), ("ＡＢ", 4), ("e\u{301}", 1), ("한글", 4), ("🚇", 2), ("👩‍👩‍👧", 2), ("é", 1), ("✓", 1),
      ("\u{301}", 0), ("", 0),
    ] {
      #expect(text.terminalColumns == columns, "\(text)")
    }
    #expect("網路狀況".cut(toTerminalColumns: 8) == "網路狀況")
    #expect("網路狀況".cut(toTerminalColumns: 7) == "網路狀…")
    #expect("網路狀況".cut(toTerminalColumns: 6) == "網路…")
  }

  @Test(
    "a scenario's names and summary are broken, and nothing of them is left out",
    arguments: [
      "a name of a step that is very long and goes on for a while; up to a hundred characters or so it is",
      String(repeating: "一二三四五六七八九十", count: 9), "short",
    ])
  func scenario(name: String) throws {
    let summary = "A long summary that goes on and on; it does not fit into the eighty columns of a terminal at all"
    let text = """
      { Name = S; Summary = "\(summary)"; Interfaces = ( { Name = wlan0; }, { Name = "averylong0"; } );
        Steps = ( { At = "0 s"; Interface = wlan0; Name = "\(name)"; Profile = "Very Bad Network"; },
          { At = "1234567 ms"; Interface = "averylong0";
            Flap = { State = noCarrier; Out = "1234567 us to 3 s"; Back = "2 s to 5 s"; For = "30 s"; }; } ); }
      """
    let bundled = ProfileStore(workingDirectory: nil, home: nil)
    let scenario = try Scenario(propertyList: Array(text.utf8), file: "x", profiles: bundled)
    let shown = ScenarioText(scenario, origin: .bundled).text
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.terminalColumns <= 80 }, "\(shown)")
    let table = lines.drop { !$0.hasPrefix("AT") }.dropFirst()
    // The third column of the first step's lines: behind the time and the interface, 10 wide each, and the gaps.
    let first = table.prefix { !$0.hasPrefix("1234.567 s") }
    let names = first.map { line in
      line.dropFirst(24).components(separatedBy: "  ").first ?? ""
    }
    #expect(names.joined().filter { $0 != " " } == name.filter { $0 != " " }, "\(shown)")
    let words = summary.split(separator: " ")
    #expect(lines.prefix { !$0.hasPrefix("  Length") }.dropFirst().flatMap { $0.split(separator: " ") } == words)
  }
}

import Testing

@testable import Profiles

/// What is said of files that people get wrong: the file, the line where it is known, what was read, what is allowed.
@Suite("Damaged files")
struct DamagedFileTests {
  private static let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static func xml(_ body: String) -> String { "\(header)<dict>\n\(body)\n</dict>\n</plist>" }

  private func faults(_ bytes: [UInt8]) -> [String] {
    do throws(ProfileFaults) {
      _ = try Profile(propertyList: bytes, file: "x")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test(
    "syntax of old-style text",
    arguments: [
      ("", "x: The file is empty."), (" \n\t", "x: The file is empty."),
      (
        "{",
        "x:1: This is not a property list: Expected terminating '}' for dictionary. What begins with { on line 1 does not end."
      ),
      ("{\n  Name = x\n  Link = {};\n}", "x:3: This is not a property list: Missing ';'."),
      (
        "{\n  Name = x;\n  Link = {\n    Delay = \"1 ms\";\n}",
        "x:5: This is not a property list: Missing ';'. What begins with { on line 1 does not end."
      ),
      (
        "{\n  Name = x;\n  Summary = \"one line;\n}",
        "x:3: This is not a property list: Unterminated quoted string. "
          + "What begins with \" on line 3 does not end."
      ),
      ("{ Name = x; } more", "x:1: This is not a property list: Junk after plist."),
      ("{\n  Name : x; }", "x:2: This is not a property list: Expected ';' or '='."),
      ("{\n  Name = a; Link\n}", "x:3: This is not a property list: Expected ';' or '='."),
      ("{\n  Name = a;\n  Bad Key = b; }", "x:3: This is not a property list: Expected ';' or '='."),
      ("{\n  \"Name\"\n  \"x\"; }", "x:3: This is not a property list: Expected ';' or '='."),
      ("{\n  Name { }; }", "x:2: This is not a property list: Expected ';' or '='."),
      ("{\n  Name, Link; }", "x:2: This is not a property list: Expected ';' or '='."),
      ("{\n  Name == x; }", "x:2: This is not a property list: Unexpected character \"=\"."),
      ("{\n  Name = é; }", "x:2: This is not a property list: Unexpected character \"é\"."),
      ("{ Name = x; }\n/* open", "x:2: This is not a property list: a comment begins with /* here and does not end."),
    ])
  func oldStyle(text: String, message: String) {
    #expect(faults(Array(text.utf8)) == [message])
  }

  @Test(
    "syntax of XML, where the dictionary begins on line 4",
    arguments: [
      (
        xml("<key>Link</key>\n<dict>\n</array>"),
        "x:7: This is not XML: \"array>\n</dict>\n</pli\" where dict> to end what began on line 6 is expected."
      ),
      (
        xml("<key>Name</key>\n<string>x</string>\n<key>Link</key>"),
        "x:7: This is not a property list: the key \"Link\" has no value."
      ),
      (
        xml("<key>Name</key>\n<key>Link</key>\n<string>x</string>"),
        "x:5: This is not a property list: the key \"Name\" has no value."
      ),
      (xml("<string>x</string>"), "x:5: This is not a property list: there is <string>, where a <key> is expected."),
      (
        xml("<key>Link</key>\n<dictt/>"),
        "x:6: This is not a property list: there is <dictt>, where one of dict, array, string, integer, real, true, false, "
          + "date, data is expected (did you mean <dict>?)."
      ),
      (
        xml("<key>Name</key>\n<string>a & b</string>"),
        "x:6: This is not XML: \"& b</string>\n</dict>\" where a character such as &amp; is expected."
      ),
      (header + "<dict>\n<key>Name</key>", "x:5: This is not XML: the end of the file where </dict> is expected."),
      (header + "</plist>", "x:3: This is not a property list: there are 0 values in <plist>, where one is expected."),
      (
        "<plist><dict/><dict/></plist>",
        "x:1: This is not a property list: there are 2 values in <plist>, where one is expected."
      ),
    ])
  func xmlSyntax(text: String, message: String) {
    #expect(faults(Array(text.utf8)) == [message.replacing("\n", with: "\\u{a}")])
    // Most files have a line end at their end.
    let found = faults(Array("\(text)\n".utf8))
    #expect(found.count == 1 && found.first?.hasPrefix("x:") == true)
    #expect(found.first?.contains("the end of the file where the end of the file") == false)
  }

  @Test("keys and values of XML have their lines")
  func xmlLines() {
    let text = Self.xml(
      """
      <key>Name</key>
      <string>x</string>
      <key>Downlnk</key>
      <dict/>
      <key>Link</key>
      <dict>
      <key>Delay</key>
      <integer>100</integer>
      </dict>
      """)
    #expect(
      faults(Array(text.utf8)) == [
        "x:7: Downlnk: is not a key of a profile; did you mean Downlink?",
        "x:11: Link.Delay: the bare number 100 was read, which says no unit; write a text with one, such as \"100 ms\".",
      ])
  }

  @Test("binary lists that are cut short, of another version, or nothing but a header")
  func binary() {
    let damaged = "x: This binary property list is damaged or cut short"
    #expect(faults(Array("bplist00".utf8)) == ["\(damaged)."])
    #expect(faults(Array("bplist00".utf8) + Array(repeating: 0, count: 60)).first?.hasPrefix(damaged) == true)
    #expect(
      faults(Array("bplist99".utf8) + Array(repeating: 0, count: 60))
        == ["x: This is a binary property list of a version that is not read; version 00 is."])
  }

  @Test(
    "scenarios",
    arguments: [
      (
        "Step = ( { At = \"0 s\"; State = up; } );",
        ["Step: is not a key of a profile; did you mean Steps?"]
      ),
      (
        "Interfaces = ( { Name = wlan0; }, { Name = \"a b\"; } );\nSteps = ( { At = \"0 s\"; Interface = wlan1; State = up; } );",
        [
          "Interfaces[1].Name: \"a b\" was read; an interface's name has 1 to 13 letters, digits, '_' and '-', and is not lo.",
          "Steps[0].Interface: \"wlan1\" was read; allowed are wlan0. Did you mean wlan0?",
        ]
      ),
      (
        "Steps = ( { At = \"0 s\"; Profile = \"./nothere.plist\"; } );",
        ["Steps[0].Profile: ./nothere.plist: The file cannot be read: No such file or directory."]
      ),
      (
        "Steps = ( { At = soon; State = gone; } );",
        [
          "Steps[0].At: \"soon\" is not a number and a unit; write a duration such as \"100 ms\".",
          "Steps[0].State: \"gone\" was read; allowed are up, down, noCarrier. Did you mean down?",
        ]
      ),
    ])
  func scenarios(keys: String, messages: [String]) throws {
    try withTemporaryFolder { folder in
      let file = "\(folder)/x.plist"
      try write("{ Name = x; \(keys) }", to: file)
      let found = FileCheck(file, profiles: ScenarioReadingTests.bundled).faults
      #expect(found.allSatisfy { $0.file == file && $0.line != nil })
      #expect(
        found.map { "\($0.keyPath ?? ""): \($0.message.replacing("\(folder)/./", with: "./"))" } == messages)
    }
  }

  @Test(
    "JSON of other tools",
    arguments: [
      ("{\"up\": 3,\n}", ["2: This is not JSON: \"}\" where a key in double quotes is expected."]),
      (
        "{\"up\": \"fast\",\n\"down\": 4,\n\"rtt\": \"x\"}",
        [
          "1: up: \"fast\" was read, where a number is expected.",
          "3: rtt: \"x\" was read, where a number is expected.",
        ]
      ),
      (
        "{\"connectivity\":\n{\"profile\": \"3gg\"}}",
        [
          "2: connectivity.profile: \"3gg\" was read; allowed are 2g, 3g, 3gem, 3gfast, 3gslow, 4g, cable, dial, dsl, edge, "
            + "fois, lte, custom, native. Did you mean 3g?"
        ]
      ),
      ("{\"up\": 1,\n\"up\": 2, \"down\": 3}", ["2: up: The key is written twice; once is allowed."]),
    ])
  func json(text: String, messages: [String]) {
    #expect(ProfilesTests.faults(of: text) == messages.map { "file.txt:\($0)" })
  }
}

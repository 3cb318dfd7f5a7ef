import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Reading profiles")
struct ProfileReadingTests {
  /// The faults of a text, one a line; empty when it is a profile.
  private func faults(_ text: String) -> String { faults(Array(text.utf8)) }

  private func faults(_ bytes: [UInt8]) -> String {
    do throws(ProfileFaults) {
      _ = try Profile(propertyList: bytes, file: "x.plist")
      return ""
    } catch {
      return error.description
    }
  }

  static let full = Profile(
    name: "Say \"cheese\" \\ Käse", summary: "All keys.",
    downlink: LinkConditions(rate: .kilobits(780), delay: .milliseconds(100)),
    uplink: LinkConditions(delay: .microseconds(1_500), loss: .independent(Probability(percent: 2.5) ?? .one)),
    dnsDelay: .seconds(3), interfaceType: .wiredEthernet, isExpensive: true, linkState: .noCarrier)

  @Test("every key is read, with comments around")
  func allKeys() throws {
    let text = """
      // a comment
      {
        Name = "Say \\"cheese\\" \\\\ Käse"; /* another */
        Summary = "All keys.";
        InterfaceType = wiredEthernet; Expensive = YES; LinkState = noCarrier;
        DNSDelay = "3 s";
        Downlink = { Rate = "780 kbit/s"; Delay = "100 ms"; };
        Uplink = { Delay = "1.5 ms"; Loss = "2.5 %"; };
      }
      """
    #expect(try Profile(propertyList: Array(text.utf8), file: "x") == Self.full)
    #expect(try Profile(propertyList: Array(Self.full.propertyListText.utf8), file: "x") == Self.full)
  }

  private struct Typed: Encodable {
    struct Direction: Encodable { var Rate: String?, Delay: String?, Loss: String? }
    var Name = "Typed", Expensive = true, DNSDelay = "3 s"
    var Link = Direction(Rate: "1 Mbit/s", Delay: "5 ms", Loss: "1 %")
  }

  @Test("XML and binary lists mean the same", arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
  func otherFormats(format: PropertyListDecoder.PropertyListFormat) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let both = LinkConditions(
      rate: .megabits(1), delay: .milliseconds(5), loss: .independent(try #require(Probability(percent: 1))))
    #expect(
      try Profile(propertyList: [UInt8](encoder.encode(Typed())), file: "x")
        == Profile(name: "Typed", downlink: both, uplink: both, dnsDelay: .seconds(3), isExpensive: true))
  }

  @Test("typed numbers are refused as bare numbers, in XML with their line")
  func typedNumbers() {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
      <key>Name</key><string>x</string>
      <key>DNSDelay</key><integer>3000</integer>
      <key>Link</key><dict>
        <key>Loss</key><real>0.5</real>
        <key>Rate</key><date>2020-01-01T00:00:00Z</date>
      </dict>
      </dict></plist>
      """
    #expect(
      faults(text) == """
        x.plist:5: DNSDelay: the bare number 3000 was read, which says no unit; write a text with one, such as "100 ms".
        x.plist:7: Link.Loss: the bare number 0.5 was read, which says no unit; write a text with one, such as "0.5 %".
        x.plist:8: Link.Rate: a date or data was read; write a text with a unit, such as "780 kbit/s".
        """)
  }

  @Test("all faults of a file come in one go, in the order of its lines")
  func allFaults() {
    let text = """
      {
        Name = "a/b";
        Sumary = "x";
        InterfaceType = WiFi;
        Expensive = maybe;
        LinkState = (up);
        DNSDelay = "2 h";
        Downlink = {
          Rate = 780;
          Delay = "-5 ms";
          Loss = "101 %";
          Losss = "1 %";
        };
        Uplink = "fast";
        Uplink = { Rate = "0 bit/s"; Delay = "61 min"; };
        DownlinkBandwidth = 780;
      }
      """
    #expect(
      faults(text) == """
        x.plist:2: Name: "a/b" cannot be looked up; a name has a letter or digit and no slash.
        x.plist:3: Sumary: is not a key of a profile; did you mean Summary?
        x.plist:4: InterfaceType: "WiFi" was read; allowed are wifi, cellular, wiredEthernet, other. Did you mean wifi?
        x.plist:5: Expensive: "maybe" was read; allowed are YES and NO.
        x.plist:6: LinkState: an array was read; allowed are up, down, noCarrier.
        x.plist:7: DNSDelay: "2 h" has the unknown unit "h"; use one of ns, us, ms, s, min.
        x.plist:9: Downlink.Rate: "780" has no unit; write a rate such as "780 kbit/s" (units: bit/s, kbit/s, Mbit/s, Gbit/s).
        x.plist:10: Downlink.Delay: "-5 ms" is negative; write a duration such as "100 ms".
        x.plist:11: Downlink.Loss: "101 %" is more than 100 %; a loss lies between 0 % and 100 %.
        x.plist:12: Downlink.Losss: is not a key of a profile; did you mean Loss?
        x.plist:15: Uplink: The key is written twice (first on line 14); once is allowed.
        x.plist:15: Uplink.Rate: "0 bit/s" carries nothing; leave the rate out for no limit, or use a loss of "100 %".
        x.plist:15: Uplink.Delay: "61 min" is too long; a delay is at most 60 min.
        x.plist:16: DownlinkBandwidth: is not a key of a profile; allowed are Name, Summary, Inherits, InterfaceType, \
        Radio, Expensive, Constrained, LinkState, ProtocolFamily, DNSDelay, DNSFailure, Downlink, Uplink, Link.
        """)
  }

  @Test(
    "a file is refused with its reason",
    arguments: [
      ("(Name, x)", "x.plist: At the top there is an array, where a dictionary is expected: { Name = …; }."),
      ("{}", "x.plist: Name: The key is missing; a profile needs a name."),
      (
        "{ Name = \"-_ \"; }",
        "x.plist:1: Name: \"-_ \" was read; allowed is one line of 1 to 64 characters without spaces at its ends."
      ),
      ("{ Name = \"-_\"; }", "x.plist:1: Name: \"-_\" cannot be looked up; a name has a letter or digit and no slash."),
      (
        "{ Name = \"a\\nb\"; }",
        "x.plist:1: Name: \"a\\u{a}b\" was read; allowed is one line of 1 to 64 characters without spaces at its ends "
          + "or characters that cannot be seen."
      ),
      (
        "{ Name = x; Link = {}; Uplink = {}; }",
        "x.plist:1: Uplink: stands beside Link, which is for both directions; write either Link, or Downlink and Uplink."
      ),
      (
        "{ Name = x; Link = \"1 %\"; }",
        "x.plist:1: Link: \"1 %\" was read, where a dictionary is expected: { Rate = \"780 kbit/s\"; Delay = \"100 ms\"; }."
      ),
      ("{ Name = x;\0 }", "x.plist: Byte 11 is NUL, so this is not a property list in UTF-8 text, nor a binary one."),
      (
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Name</key><string>a</string><key>Name</key><string>b</string></dict></plist>",
        "x.plist:1: Name: The key is written twice (first on line 1); once is allowed."
      ),
    ])
  func refusals(text: String, message: String) {
    #expect(faults(text) == message)
  }

  @Test("text that is not UTF-8 is refused")
  func encodings() {
    #expect(faults(Array("{ Name = \"".utf8) + [0xE9] + Array("\"; }".utf8)) == "x.plist: The text is not valid UTF-8.")
    // UTF-16 has a NUL beside every ASCII character; this one begins with a byte order mark.
    let wide: [UInt8] = [0xFF, 0xFE] + Array("{}".utf8).flatMap { [$0, 0] }
    #expect(faults(wide).hasPrefix("x.plist: Byte 3 is NUL"))
  }

  @Test("a file above 1 MiB is refused, one of exactly 1 MiB is read")
  func size() {
    let body = Array("{ Name = x; }".utf8)
    let fitting = body + [UInt8](repeating: 0x20, count: 1_048_576 - body.count)
    #expect(faults(fitting) == "")
    #expect(
      faults(fitting + [0x20])
        == "x.plist: The file has 1048577 bytes; a file of at most 1 MiB (1048576 bytes) is read.")
  }

  @Test(
    "nesting without end is refused before the decoder recurses",
    arguments: [
      "{ Name = x; Link = " + String(repeating: "(", count: 500_000),
      "<?xml version=\"1.0\"?><plist version=\"1.0\">" + String(repeating: "<array>", count: 100_000),
      "<plist version=\"1.0\">" + String(repeating: "<dict><key>k</key>", count: 50_000),
    ])
  func depth(text: String) {
    #expect(faults(text) == "x.plist: Its dictionaries and arrays are nested more than 32 deep.")
  }

  @Test("brackets in strings and comments do not count as nesting, nor keys in them as keys")
  func outline() {
    let brackets = String(repeating: "({", count: 40)
    #expect(faults("{ /* \(brackets) */ Name = x; // \(brackets)\n Summary = \"\(brackets)\"; }") == "")
    #expect(faults("{ Name = x; Summary = \"Name = y; \\\" Name = z;\"; }") == "")
    #expect(
      faults("<plist><dict><!-- <array><key>Name</key> --><key>Name</key><string>x</string></dict></plist>") == "")
  }

  @Test("a list without braces is a dictionary too, with its repetitions")
  func withoutBraces() {
    #expect(
      faults("Name = x;\nName = y;") == "x.plist:2: Name: The key is written twice (first on line 1); once is allowed.")
  }

  @Test("faults are few words long however long the text that was read")
  func longTexts() {
    let long = String(repeating: "9", count: 100_000)
    #expect(faults("{ Name = \(long); DNSDelay = \(long); \(long) = x; }").count < 1_000)
  }
}

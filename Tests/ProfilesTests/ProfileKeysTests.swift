import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Every key of a profile")
struct ProfileKeysTests {
  private func profile(_ text: String) throws(ProfileFaults) -> Profile {
    try Profile(propertyList: Array(text.utf8), file: "x.plist")
  }

  /// The conditions of a downlink with these entries.
  private func downlink(_ entries: String) throws(ProfileFaults) -> LinkConditions {
    try profile("{ Name = x; Downlink = { \(entries) }; }").downlink
  }

  private static func chance(_ percent: Double) -> Probability { Probability(percent: percent) ?? .one }

  static let forms: [(String, LinkConditions)] = [
    ("Jitter = \"10 ms\";", LinkConditions(jitter: Jitter(deviation: .milliseconds(10)))),
    ("Jitter = { Deviation = \"10 ms\"; };", LinkConditions(jitter: Jitter(deviation: .milliseconds(10)))),
    (
      "Jitter = { Deviation = \"10 ms\"; Distribution = paretonormal; Correlation = \"25 %\"; };",
      LinkConditions(
        jitter: Jitter(deviation: .milliseconds(10), distribution: .paretonormal, correlation: chance(25)))
    ),
    ("Jitter = none;", .none), ("Jitter = \"0 ms\";", .none), ("Rate = none; Trace = none;", .none),
    ("KeepOrder = NO;", LinkConditions(keepsOrder: false)), ("KeepOrder = YES;", .none),
    ("Loss = { Ratio = \"1 %\"; };", LinkConditions(loss: .independent(chance(1)))),
    (
      "Loss = { Ratio = \"1 %\"; AverageBurst = 4; };",
      LinkConditions(loss: .bursts(ratio: chance(1), averageLength: 4))
    ),
    (
      "Loss = { Ratio = \"50 %\"; AverageBurst = 1.5; };",
      LinkConditions(loss: .bursts(ratio: chance(50), averageLength: 1.5))
    ),
    (
      "Loss = { GilbertElliott = { BecomesBad = \"1 %\"; BecomesGood = \"10 %\"; }; };",
      LinkConditions(loss: .gilbertElliott(GilbertElliottModel(becomesBad: chance(1), becomesGood: chance(10))))
    ),
    (
      "Loss = { GilbertElliott = { BecomesBad = \"1 %\"; BecomesGood = \"10 %\"; LossInBad = \"70 %\"; LossInGood = \"0.1 %\"; }; };",
      LinkConditions(
        loss: .gilbertElliott(
          GilbertElliottModel(
            becomesBad: chance(1), becomesGood: chance(10), lossInBad: chance(70), lossInGood: chance(0.1))))
    ),
    (
      "Loss = { FourState = { P13 = \"1 %\"; P31 = \"10 %\"; }; };",
      LinkConditions(loss: .fourState(FourStateModel(p13: chance(1), p31: chance(10))))
    ),
    (
      "Loss = { FourState = { P13 = \"1 %\"; P31 = \"10 %\"; P32 = \"2 %\"; P23 = \"30 %\"; P14 = \"0.4 %\"; }; };",
      LinkConditions(
        loss: .fourState(
          FourStateModel(p13: chance(1), p31: chance(10), p32: chance(2), p23: chance(30), p14: chance(0.4))))
    ),
    ("Duplicate = \"1 %\"; Corrupt = \"2 %\";", LinkConditions(duplicate: chance(1), corrupt: chance(2))),
    (
      "Delay = \"5 ms\"; Reorder = { Chance = \"5 %\"; Gap = 3; };",
      LinkConditions(delay: .milliseconds(5), reordering: Reordering(chance: chance(5), gap: 3))
    ),
    (
      "Delay = \"5 ms\"; Reorder = \"5 %\";",
      LinkConditions(delay: .milliseconds(5), reordering: Reordering(chance: chance(5)))
    ),
    ("Queue = \"10 packets\";", LinkConditions(queue: Queue(depth: .packets(10)))),
    ("Queue = \"64 kB\";", LinkConditions(queue: Queue(depth: .bytes(64_000)))),
    (
      "Rate = \"1 Mbit/s\"; Queue = { Depth = \"200 ms\"; Kind = dropHead; };",
      LinkConditions(rate: .megabits(1), queue: Queue(depth: .time(.milliseconds(200)), kind: .dropHead))
    ),
    ("Queue = { Kind = dropHead; };", LinkConditions(queue: Queue(depth: .packets(50), kind: .dropHead))),
  ]

  @Test("each form of a direction's keys is read, and what is written of it is read again", arguments: forms)
  func directions(text: String, conditions: LinkConditions) throws {
    #expect(try downlink(text) == conditions)
    let written = Profile(name: "x", downlink: conditions).propertyListText
    #expect(try profile(written).downlink == conditions, "\(written)")
  }

  @Test("the keys of the profile itself are read")
  func profileKeys() throws {
    let text = """
      { Name = x; InterfaceType = cellular; Radio = NR; Expensive = YES; Constrained = YES; ProtocolFamily = IPv6;
        DNSDelay = "20 ms"; DNSFailure = servfail; LinkState = noCarrier; }
      """
    let expected = Profile(
      name: "x", dnsDelay: .milliseconds(20), dnsFailure: .servfail, family: .ipv6, interfaceType: .cellular,
      radio: .newRadio, isExpensive: true, isConstrained: true, linkState: .noCarrier)
    #expect(try profile(text) == expected)
    #expect(try profile(expected.propertyListText) == expected)
    for radio in RadioTechnology.allCases {
      #expect(
        try profile("{ Name = x; InterfaceType = cellular; Radio = \"\(radio.rawValue)\"; }").radio == radio)
    }
  }

  static let refusals: [(String, String)] = [
    (
      "Rate = \"1 Mbit/s\"; Trace = t;",
      "Downlink.Trace: stands beside Rate, which it would change all the time; write one of them."
    ),
    (
      "Jitter = \"2.148 s\";",
      "Downlink.Jitter: \"2.148 s\" is too much; delays deviate by at most 2147483.647 us."
    ),
    (
      "Jitter = { Distribution = normal; };",
      "Downlink.Jitter.Deviation: The key is missing; jitter looks like { Deviation = \"10 ms\"; Distribution = normal; "
        + "Correlation = \"25 %\"; }."
    ),
    (
      "Jitter = { Deviation = \"1 ms\"; Distribution = missing; };",
      "Downlink.Jitter.Distribution: missing: The file cannot be read: No such file or directory. Without a file it is one "
        + "of uniform, normal, pareto, paretonormal."
    ),
    (
      "Jitter = { Deviation = \"1 ms\"; Distribution = norml; };",
      "Downlink.Jitter.Distribution: norml: The file cannot be read: No such file or directory. Without a file it is one "
        + "of uniform, normal, pareto, paretonormal. Did you mean normal?"
    ),
    (
      "Trace = missing;", "Downlink.Trace: missing: The file cannot be read: No such file or directory."
    ),
    (
      "Reorder = \"5 %\";",
      "Downlink.Reorder: a packet that skips the delay overtakes others, and there is no delay; write a Delay, or leave "
        + "Reorder out."
    ),
    (
      "Delay = \"1 ms\"; Reorder = { Gap = 0; };",
      "Downlink.Reorder.Chance: The key is missing; reordering looks like { Chance = \"5 %\"; Gap = 3; }.\n"
        + "x.plist:1: Downlink.Reorder.Gap: \"0\" was read; allowed is a whole number from 1 to 1000000."
    ),
    (
      "Queue = \"200 ms\";",
      "Downlink.Queue: a queue in time holds what the rate sends in it, and there is no rate; write a Rate or a Trace, or a "
        + "queue in packets or bytes."
    ),
    (
      "Queue = { Kind = dropTale; };",
      "Downlink.Queue.Kind: \"dropTale\" was read; allowed are dropTail, dropHead. Did you mean dropTail?"
    ),
    (
      "Loss = { Ratio = \"75 %\"; AverageBurst = 2.9; };",
      "Downlink.Loss.AverageBurst: bursts of so few packets cannot make up a loss of 75 %, since a packet arrives between "
        + "two bursts; write at least 3."
    ),
    (
      "Loss = { Ratio = \"1 %\"; AverageBurst = 0.5; };",
      "Downlink.Loss.AverageBurst: \"0.5\" was read; allowed is a number from 1 to 1000000."
    ),
    (
      "Loss = { AverageBurst = 4; };",
      "Downlink.Loss.Ratio: The key is missing; a loss looks like { Ratio = \"1 %\"; AverageBurst = 4; }."
    ),
    (
      "Loss = { GilbertElliott = { BecomesBad = \"1 %\"; }; Ratio = \"1 %\"; };",
      "Downlink.Loss.Ratio: stands beside GilbertElliott, which is a model of its own; write one of them.\n"
        + "x.plist:1: Downlink.Loss.GilbertElliott.BecomesGood: The key is missing; the model looks like "
        + "{ BecomesBad = \"1 %\"; BecomesGood = \"10 %\"; LossInBad = \"100 %\"; LossInGood = \"0 %\"; }."
    ),
    (
      "Loss = { FourState = { P13 = \"60 %\"; P31 = \"1 %\"; P14 = \"50 %\"; }; };",
      "Downlink.Loss.FourState.P14: 50 % and the 60 % of P13 are more than 100 %, and both lead out of the first state."
    ),
    ("KeepOrder = 1;", "Downlink.KeepOrder: \"1\" was read; allowed are YES and NO."),
    ("Duplicate = 5;", "Downlink.Duplicate: \"5\" has no unit; write a percentage such as \"0.5 %\"."),
  ]

  @Test("what no link can be is refused in words", arguments: refusals)
  func contradictions(text: String, message: String) {
    #expect(throws: ProfileFaults.self) { try downlink(text) }
    do throws(ProfileFaults) { _ = try downlink(text) } catch { #expect(error.description == "x.plist:1: " + message) }
  }

  @Test("a radio on a link that is not a mobile network's is refused")
  func radio() {
    do throws(ProfileFaults) {
      _ = try profile("{ Name = x; Radio = LTE; }")
      Issue.record("it was read")
    } catch {
      #expect(
        error.description
          == "x.plist:1: Radio: \"LTE\" is of a mobile network, but the link is wifi; write InterfaceType = cellular, or "
          + "leave Radio out.")
    }
  }

  @Test("a fault in what both directions share is told once")
  func once() {
    do throws(ProfileFaults) {
      _ = try profile("{ Name = x; Link = { Loss = \"5\"; Los = x; Jitter = {}; }; }")
      Issue.record("it was read")
    } catch {
      #expect(error.faults.count == 3)
    }
  }

  @Test("traces and tables are read from beside the profile")
  func files() throws {
    try withTemporaryFolder { folder in
      try write("# a comment\n0\n4\n4\r\n12\n", to: "\(folder)/traces/t.down")
      try write("# three\n 8192 -8192\n0", to: "\(folder)/three.dist")
      let text = """
        { Name = x; Downlink = { Trace = "traces/t.down"; Queue = "20 ms";
          Jitter = { Deviation = "2 ms"; Distribution = "three.dist"; }; }; }
        """
      try write(text, to: "\(folder)/x.plist")
      let store = ProfileStore(workingDirectory: nil, home: nil)
      let profile = try store.find("\(folder)/x.plist")
      #expect(profile.downlink.trace?.opportunities == [0, 4, 4, 12])
      #expect(profile.downlink.trace?.name == "traces/t.down")
      #expect(profile.downlink.queue == Queue(depth: .time(.milliseconds(20))))
      #expect(
        profile.downlink.jitter
          == Jitter(
            deviation: .milliseconds(2), distribution: .table(name: "three.dist", values: [-8_192, 0, 8_192])))
      // Four chances of 1500 bytes in 12 ms.
      #expect(profile.downlink.averageRate == .megabits(4))
      try write(profile.propertyListText, to: "\(folder)/y.plist")
      #expect(try store.find("\(folder)/y.plist") == profile)
    }
  }

  @Test(
    "a damaged trace or table is refused with its line",
    arguments: [
      ("Trace", "", ": it has no moments; a trace has one a line, in milliseconds."),
      ("Trace", "0\n0\n", ":2: the last moment is 0; it is the trace's length, and above 0."),
      ("Trace", "5\n3\n", ":2: 3 comes after 5; the moments are in ascending order."),
      ("Trace", "5\nx\n", ":2: \"x\" was read; allowed are whole numbers."),
      ("Trace", "5 6\n", ":1: more than one number was read; allowed is one whole number a line."),
      ("Trace", "-1\n", ":1: -1 was read; a moment lies between 0 and 4294967295 ms."),
      ("Table", "# nothing", ": it has no numbers; a table has 1 to 16384."),
      ("Table", "1\n40000", ":2: 40000 was read; a difference lies between -32768 and 32767, with 8192 for 1."),
      ("Table", String(repeating: "1 ", count: 16_385), ": it has 16385 numbers; a table has at most 16384."),
    ])
  func damagedFiles(kind: String, content: String, message: String) throws {
    try withTemporaryFolder { folder in
      try write(content, to: "\(folder)/f")
      let entry = kind == "Trace" ? "Trace = f;" : "Jitter = { Deviation = \"1 ms\"; Distribution = f; };"
      do throws(ProfileFaults) {
        _ = try Profile(
          propertyList: Array("{ Name = x; Link = { \(entry) }; }".utf8), file: "\(folder)/x.plist")
        Issue.record("it was read")
      } catch {
        let key = kind == "Trace" ? "Link.Trace" : "Link.Jitter.Distribution"
        #expect(error.description == "\(folder)/x.plist:1: \(key): f\(message)")
      }
    }
  }

  @Test("elements of arrays are found by their line, texts among dictionaries counted")
  func lines() {
    let old = PropertyListOutline(oldStyle: Array("{ A = (\n x, \"y\",\n <00 ff>, { B = 1; },\n 5 ); }".utf8))
    #expect(old.lines["A[0]"] == 2)
    #expect(old.lines["A[2]"] == 3)
    #expect(old.lines["A[3].B"] == 3)
    #expect(old.lines["A[4]"] == 4)
    let xml = PropertyListOutline(
      xml: Array(
        "<plist><dict><key>A</key><array>\n<string>x</string><true/>\n<dict><key>B</key><real>1</real></dict></array></dict></plist>"
          .utf8))
    #expect(xml.lines["A[1]"] == 2)
    #expect(xml.lines["A[2].B"] == 3)
  }
}

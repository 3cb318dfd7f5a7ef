import Testing

@testable import Profiles

/// The testing library has a type of this name too.
typealias Expectation = Profiles.Expectation

@Suite("Expectations as text")
struct ExpectationTextTests {
  private static func reaches(_ monitor: String, _ status: String, _ within: Duration, _ after: String?) -> Expectation
  {
    .reaches(monitor: monitor, status: status, within: within, after: after)
  }
  private static func stays(_ monitor: String, _ status: String, _ lasting: Duration?, _ after: String?) -> Expectation
  {
    .stays(monitor: monitor, status: status, lasting: lasting, after: after)
  }
  private static func order(_ monitor: String, _ statuses: [String]) -> Expectation {
    .order(monitor: monitor, statuses: statuses)
  }
  private static func measured(
    _ quantity: String, _ direction: String, _ step: String?, _ low: Double, _ high: Double
  ) -> Expectation {
    .measured(quantity: quantity, direction: direction, step: step, bounds: low...high)
  }

  static let observed: [(String, Expectation)] = [
    ("probe offline within 5s after applied", reaches("probe", "offline", .seconds(5), "applied")),
    ("path unsatisfied within 1.5s", reaches("path", "unsatisfied", .milliseconds(1_500), nil)),
    (
      "probe offline within 5s after Wi-Fi lost (round 2)",
      reaches("probe", "offline", .seconds(5), "Wi-Fi lost (round 2)")
    ),
    ("path stays satisfied", stays("path", "satisfied", nil, nil)),
    (
      "reachability stays reachableViaWiFi for 10s after after",
      stays("reachability", "reachableViaWiFi", .seconds(10), "after")
    ),
    ("path stays satisfied after x", stays("path", "satisfied", nil, "x")),
    ("probe transitions <= 2", Expectation.transitions(monitor: "probe", atMost: 2)),
    ("probe order online, offline, online", order("probe", ["online", "offline", "online"])),
    ("exit 0", Expectation.exit(status: 0)), ("exit 143", Expectation.exit(status: 143)),
    ("app \"all well\" within 1s", reaches("app", "all well", .seconds(1), nil)),
    ("app order \"a, b\", \"stays\", c", order("app", ["a, b", "stays", "c"])),
  ]

  static let measurements: [(String, Expectation)] = [
    ("rtt roundTrip 90ms..120ms in applied", measured("rtt", "roundTrip", "applied", 90e6, 120e6)),
    ("loss downlink 9%..11%", measured("loss", "downlink", nil, 0.09, 0.11)),
    ("loss uplink >= 50%", measured("loss", "uplink", nil, 0.5, 1)),
    ("rate uplink 300kbit/s..340kbit/s", measured("rate", "uplink", nil, 300e3, 340e3)),
    ("http roundTrip <= 2s", measured("http", "roundTrip", nil, 0, 2e9)),
    (#"dns roundTrip >= 3s in "a, \\ \"b\"""#, measured("dns", "roundTrip", #"a, \ "b""#, 3e9, .infinity)),
  ]

  @Test("a text is read, and the expectation is written as that text", arguments: observed + measurements)
  func roundTrip(text: String, expectation: Expectation) throws {
    #expect(try Expectation(text: text) == expectation)
    #expect(expectation.description == text)
  }

  @Test(
    "spaces and other spellings do not matter",
    arguments: [
      ("  probe   offline within 5 s after  applied ", "probe offline within 5s after applied"),
      ("probe transitions <=2", "probe transitions <= 2"),
      ("probe order online,offline", "probe order online, offline"),
      ("rtt roundTrip 90 ms .. 120 ms in x", "rtt roundTrip 90ms..120ms in x"),
      ("rtt roundTrip 0ms..120ms", "rtt roundTrip <= 120ms"),
      ("rate uplink 0.3 Mbit/s..0.34 Mbit/s", "rate uplink 300kbit/s..340kbit/s"),
      ("probe offline within 2 min", "probe offline within 2min"),
      ("loss downlink 9.5%..10.25%", "loss downlink 9.5%..10.25%"),
      ("path stays satisfied after \"x\"", "path stays satisfied after x"),
    ])
  func spellings(text: String, written: String) throws {
    #expect(try Expectation(text: text).description == written)
  }

  @Test(
    "a text is refused with what is expected",
    arguments: [
      ("", "it ends where a monitor, a quantity or 'exit' is expected"),
      (
        "prob offline within 5s",
        "\"prob\" is not what an expectation can be about; allowed are path, reachability, probe, app, rtt, dns, http, loss, "
          + "rate, exit (did you mean probe?)"
      ),
      (
        "probe offlin within 5s",
        "\"offlin\" is not a status of probe; allowed are online, degraded, offline (did you mean offline?)"
      ),
      (
        "probe offline",
        "'within' and a duration are expected after the status; an example is \"probe offline within 5s after applied\""
      ),
      ("probe offline within 5", "\"5\" has no unit; write a duration such as \"100 ms\" (units: ns, us, ms, s, min)"),
      ("probe offline within 0s", "a duration above 0 is expected"),
      ("probe offline within 5s after", "it ends where the name of a step is expected"),
      ("probe offline within 5s in x", "there is \"in\" where 'after' or the end is expected"),
      ("path stays satisfied to the end", "there is \"to\" where 'for', 'after' or the end is expected"),
      ("probe transitions 2", "<= and a number are expected after 'transitions'"),
      ("probe transitions <= many", "\"many\" is not a number of transitions, from 0 to 1000000"),
      ("probe order online,, offline", "there is a comma where a status is expected"),
      ("exit 256", "\"256\" is not an exit status, which lies between 0 and 255"),
      ("exit 0 1", "there is \"1\" where the end is expected"),
      ("rtt down 1ms..2ms", "\"down\" is not a direction of rtt; allowed are roundTrip"),
      ("rate roundTrip <= 1kbit/s", "\"roundTrip\" is not a direction of rate; allowed are downlink, uplink"),
      ("rtt roundTrip 90ms", "\"90ms\" is not a range; write 90ms..90ms, <= 90ms or >= 90ms"),
      ("rtt roundTrip 2ms..1ms", "\"2ms..1ms\" begins above its end"),
      ("loss downlink 9..11", "\"9\" has no unit; write a percentage such as \"0.5 %\""),
      ("app \"x within 5s", "a quote is opened and not closed"),
      ("probe offline\nwithin 5s", "it has invisible characters, and is one line of words"),
      (String(repeating: "x", count: 1_048_577), "it is longer than 1 MiB"),
    ])
  func refusals(text: String, reason: String) {
    #expect(throws: ExpectationFault(text, reason: reason)) { try Expectation(text: text) }
  }

  @Test("an expectation of any kind survives being written and read", arguments: 1...10 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    func below(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
    let names = [
      "applied", "Wi-Fi lost", "after", "for x", " ", "a  b", "\"", "\\", ",", "in", "5s", "x\"y", "stays", "é",
    ]
    for _ in 0..<200 {
      let step = below(3) == 0 ? nil : names[below(names.count)]
      let (monitor, status): (String, String) =
        below(2) == 0 ? ("app", names[below(names.count)]) : ("probe", ["online", "degraded", "offline"][below(3)])
      let time = Duration.nanoseconds(1 + Int64(numbers.next() >> 20))
      let (a, b) = (Double(numbers.next() >> 12), Double(numbers.next() >> 12))
      let expectation: Expectation
      switch below(7) {
      case 0: expectation = Self.reaches(monitor, status, time, step)
      case 1: expectation = Self.stays(monitor, status, below(2) == 0 ? nil : time, step)
      case 2: expectation = .transitions(monitor: monitor, atMost: below(1_000))
      case 3: expectation = Self.order(monitor, Array(repeating: status, count: 1 + below(4)))
      case 4: expectation = .exit(status: Int32(below(256)))
      case 5: expectation = Self.measured("rate", "uplink", step, min(a, b), max(a, b))
      default: expectation = Self.measured("loss", "downlink", step, min(a, b) * 0x1p-52, max(a, b) * 0x1p-52)
      }
      #expect(try Expectation(text: expectation.description) == expectation, "\(expectation)")
    }
  }
}

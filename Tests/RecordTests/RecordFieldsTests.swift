import FoundationEssentials
import Record
import Testing

@Suite("The fields of an event")
struct RecordFieldsTests {
  /// The keys that each type has in the design's table, beside `t`, `n`, `run` and `type`; optional ones that
  /// ``SampleEvents`` leaves out are left out here.
  static let keys: [(RecordPayload, String)] = [
    (.linkChanged(KernelChange(what: "wlan0", before: "up", after: nil)), "before what"),
    (.addressChanged(KernelChange(what: "wlan0", before: nil, after: "192.0.2.2/24")), "after what"),
    (.routeChanged(KernelChange(what: "default", before: "a", after: "b")), "after before what"),
    (.pathChanged(PathChanged(old: nil, new: SampleEvents.path)), "new"),
    (.pathChanged(PathChanged(old: SampleEvents.path, new: SampleEvents.path)), "new old"),
    (.flagsChanged(FlagsChanged(old: nil, new: FlagsChanged.Flags(letters: "-R", number: 2))), "new"),
    (.probeSent(ProbeSent(sequence: 1, kind: "icmp", target: "203.0.113.1")), "kind sequence target"),
    (
      .probeResult(ProbeAnswer(sequence: 1, kind: "dns", target: "a.test", outcome: "timeout", rtt: nil, sent: 1)),
      "kind outcome sent sequence target"
    ),
    (.appOutput(AppOutput(stream: "stdout", line: "x")), "line stream"),
    (.appOutput(AppOutput(stream: "stdout", line: "x", isCut: true)), "isCut line stream"),
    (.appStatus(AppStatus(status: "offline")), "status"),
    (.appExited(AppExited(code: 0)), "code"),
    (.appExited(AppExited(signal: 9)), "signal"),
    (
      .conditionChanged(
        ConditionChanged(step: "applied", profile: SampleEvents.profile, interface: "wlan0", began: 1, applied: 2)),
      "applied began interface profile step"
    ),
    (
      .transition(
        Transition(
          monitor: "path", from: "a", to: "a", condition: "x", firstEvidence: 1, decided: 2, delivered: 3,
          sinceCondition: 4, evidence: [], fromInterface: "wlan0", toInterface: "wwan0")),
      "condition decided delivered evidence firstEvidence from fromInterface monitor sinceCondition to toInterface"
    ),
    (
      .runFinished(RunFinished(outcome: "completed", starved: 6, stalls: [RunFinished.Stall(from: 1, to: 7)])),
      "outcome saturated stalls starved"
    ),
    (.runFinished(RunFinished(outcome: "failed", failure: "x")), "failure outcome saturated"),
    (.runFinished(RunFinished(outcome: "completed")), "outcome saturated"),
    (.unknown(type: "app.mood", fields: ["mood": .string("good"), "why": .null]), "mood why"),
  ]

  private func object(_ event: RecordEvent) throws -> [String: JSONValue] {
    try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(event))
  }

  @Test("an event's own keys stand flat beside t, n, run and type", arguments: keys)
  func flatKeys(_ payload: RecordPayload, _ keys: String) throws {
    var object = try object(RecordEvent(t: 7, n: 3, run: "Edge", payload: payload))
    #expect(object.removeValue(forKey: "t") == .integer(7))
    #expect(object.removeValue(forKey: "n") == .integer(3))
    #expect(object.removeValue(forKey: "run") == .string("Edge"))
    #expect(object.removeValue(forKey: "type") == .string(payload.type))
    #expect(object.keys.sorted().joined(separator: " ") == keys)
  }

  @Test(
    "a transition's statuses are told with the interface where it is known",
    arguments: [
      ("satisfied", "wlan0", "satisfied", "wwan0", "satisfied (wlan0) → satisfied (wwan0)", true),
      ("satisfied", "wlan0", "satisfied", "wlan0", "satisfied (wlan0) → satisfied (wlan0)", false),
      ("unsatisfied", nil, "satisfied", "wwan0", "unsatisfied → satisfied (wwan0)", false),
      ("satisfied", nil, "unsatisfied", nil, "satisfied → unsatisfied", false),
    ])
  func labels(
    from: String, fromInterface: String?, to: String, toInterface: String?, labels: String, isHandover: Bool
  ) {
    let transition = Transition(
      monitor: "path", from: from, to: to, condition: "x", firstEvidence: 1, decided: 2, delivered: 3,
      sinceCondition: 4,
      evidence: [], fromInterface: fromInterface, toInterface: toInterface)
    #expect("\(transition.fromLabel) → \(transition.toLabel)" == labels)
    #expect(transition.isHandover == isHandover)
  }

  @Test(
    "every type has the four common keys, and no field of its own takes their place", arguments: SampleEvents.events)
  func commonKeys(_ event: RecordEvent) throws {
    let object = try object(event)
    #expect(object["t"] == .integer(event.t))
    #expect(object["n"] == .integer(Int64(event.n)))
    #expect(object["run"] == .string("Edge"))
    #expect(object["type"] == .string(event.payload.type))
  }

  @Test(
    "a field of an unknown type that is called like a common key does not replace it",
    arguments: ["t", "n", "run", "type"])
  func reservedKeys(_ key: String) throws {
    let fields: [String: JSONValue] = [key: .string("other"), "mood": .bool(true)]
    let written = RecordEvent(t: 7, n: 3, run: "Edge", payload: .unknown(type: "app.mood", fields: fields))
    let read = try JSONDecoder().decode(RecordEvent.self, from: JSONEncoder().encode(written))
    #expect(
      read == RecordEvent(t: 7, n: 3, run: "Edge", payload: .unknown(type: "app.mood", fields: ["mood": .bool(true)])))
  }

  @Test(
    "any value of an unknown field is kept",
    arguments: [
      ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("1", .integer(1)),
      ("-9223372036854775808", .integer(.min)), ("18446744073709551615", .unsigned(.max)), ("0.25", .number(0.25)),
      (#""""#, .string("")), (#""1""#, .string("1")), ("[]", .array([])), ("{}", .object([:])),
      (#"{"a":[null,{"b":1}]}"#, .object(["a": .array([.null, .object(["b": .integer(1)])])])),
    ])
  func unknownValues(_ text: String, _ value: JSONValue) throws {
    let line = #"{"n":0,"run":"r","t":1,"type":"app.mood","x":\#(text)}"#
    let event = try #require(try RecordReader(bytes: Array(line.utf8), name: "x").events.first)
    #expect(event.payload == .unknown(type: "app.mood", fields: ["x": value]))
    #expect(try object(event)["x"] == value)
  }
}

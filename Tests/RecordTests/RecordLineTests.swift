import Record
import Testing

@Suite("A record's lines")
struct RecordLineTests {
  @Test("every type is read back as it was written")
  func everyTypeComesBack() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    for event in SampleEvents.events { writer.write(event) }
    try writer.close()

    let reader = try RecordReader(path: file.path)
    #expect(reader.events == SampleEvents.events)
    #expect(!reader.isCut)
  }

  @Test("a line is one flat object with the keys that are promised, in alphabetical order")
  func linesAreFlat() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    let answer = ProbeAnswer(
      sequence: 3, kind: "http", target: "http://origin.test/", outcome: "reply", rtt: 1_500_000, sent: 40)
    let transition = Transition(
      monitor: "probe", from: "online", to: "offline", condition: "applied", firstEvidence: 1, decided: 2,
      delivered: 3, sinceCondition: 4, evidence: [5, 6])
    writer.write(RecordEvent(t: 50, n: 0, run: "Edge", payload: .probeResult(answer)))
    writer.write(RecordEvent(t: 60, n: 1, run: "Edge", payload: .transition(transition)))

    #expect(
      try file.text() == """
        {"kind":"http","n":0,"outcome":"reply","rtt":1500000,"run":"Edge","sent":40,"sequence":3,"t":50,\
        "target":"http://origin.test/","type":"probe.result"}
        {"condition":"applied","decided":2,"delivered":3,"evidence":[5,6],"firstEvidence":1,"from":"online",\
        "monitor":"probe","n":1,"run":"Edge","sinceCondition":4,"t":60,"to":"offline","type":"transition"}

        """)
  }

  @Test("a run's name with quotes, line feeds or other scripts stays on one line")
  func namesAreEscaped() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    let event = RecordEvent(
      t: 0, n: 0, run: "a \"b\"\nc\u{2028}é", payload: .runFinished(RunFinished(outcome: "completed")))
    writer.write(event)

    let text = try file.text()
    #expect(text.utf8.filter { $0 == 10 }.count == 1)
    #expect(try RecordReader(path: file.path).events == [event])
  }

  @Test("a type of a newer version is written again as it was read")
  func unknownTypesSurvive() throws {
    let line = """
      {"big":18446744073709551615,"deep":{"list":[1,-2,0.5,"x",true,null]},"n":4,"run":"r","t":9,"type":"app.mood"}

      """
    let reader = try RecordReader(bytes: Array(line.utf8), name: "newer")
    #expect(reader.events.map(\.payload.type) == ["app.mood"])

    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    for event in reader.events { writer.write(event) }
    #expect(try file.text() == line)
  }
}

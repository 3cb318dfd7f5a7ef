import FoundationEssentials
import Glibc
import Testing

@testable import Record

@Suite("Reading a record")
struct RecordReaderTests {
  private static let line = #"{"n":0,"outcome":"completed","run":"r","saturated":false,"t":1,"type":"run.finished"}"#

  private func read(_ text: String) throws -> RecordReader { try RecordReader(bytes: Array(text.utf8), name: "x") }

  @Test("a last line cut off anywhere is left out, and it is said")
  func cutLastLine() throws {
    for length in 1..<Self.line.utf8.count {
      let reader = try read(Self.line + "\n" + Self.line.prefix(length))
      #expect(reader.events.count == 1 && reader.isCut, "cut after \(length) bytes")
    }
  }

  @Test(
    "a whole record is not called cut",
    arguments: [("", 0), (line + "\n", 1), (line, 1), (line + "\n\n" + line + "\n", 2)])
  func wholeRecord(_ text: String, _ count: Int) throws {
    let reader = try read(text)
    #expect(reader.events.count == count)
    #expect(!reader.isCut)
  }

  @Test(
    "a line that is no event is refused with its number and the reason",
    arguments: [
      ("\nnonsense\n", "'x' is not a record: line 2 is not a JSON object."),
      (#"{"n":0,"run":"r","type":"transition"}"# + "\n", "'x' is not a record: line 1 has no 't'."),
      (
        #"{"n":0,"run":"r","t":1,"type":"transition","monitor":"path"}"# + "\n",
        "'x' is not a record: line 1 has no 'from'."
      ),
      (
        #"{"n":"0","run":"r","t":1,"type":"run.finished"}"# + "\n",
        "'x' is not a record: line 1 has another kind of value than expected at 'n'."
      ),
      // A cut line in the middle is damage, not a killed run.
      (#"{"n":0,"run""# + "\n" + line + "\n", "'x' is not a record: line 1 is not a JSON object."),
    ])
  func damagedLine(_ text: String, _ message: String) {
    let failure = #expect(throws: RecordFailure.self) { try read(text) }
    #expect(failure?.description == message)
  }

  @Test("a file that is not there is named")
  func missingFile() {
    let failure = #expect(throws: RecordFailure.self) { try RecordReader(path: "/nowhere/record.jsonl") }
    #expect(
      failure?.description
        == "Cannot read the record '/nowhere/record.jsonl': there is no such file, or it may not be read.")
  }

  @Test("a record that follows itself in one file is refused, whatever else is in it", arguments: ["", "\n"])
  func twice(end: String) throws {
    let start = try #require(SampleEvents.events.first { if case .runStarted = $0.payload { true } else { false } })
    let line = String(decoding: try JSONEncoder().encode(start), as: UTF8.self)
    let other = String(
      decoding: try JSONEncoder().encode(
        RecordEvent(t: 0, n: 0, run: "another\u{1b}", payload: start.payload)), as: UTF8.self)
    // Runs of several names are in one record, each with a beginning of its own.
    #expect(try read(line + "\n" + other + end).events.count == 2)
    for (text, run, second, first) in [
      (line + "\n" + Self.line + "\n" + line + end, start.run, 3, 1),
      (line + "\n" + other + "\n\n" + other + end, "another\u{FFFD}", 4, 2),
    ] {
      let failure = #expect(throws: RecordFailure.self) { try read(text) }
      #expect(
        failure?.description
          == """
          'x' is not a record: line \(second) begins the run '\(run)' again, which line \(first) began. It looks like several \
          records in one file; read each by itself.
          """)
    }
  }

  @Test("only regular files are read; a pipe that nobody writes to is not waited for")
  func otherFiles() throws {
    let record = TemporaryRecord()
    try #require(mkfifo(record.path, 0o600) == 0)
    for path in [record.path, "/dev/zero", "/"] {
      let failure = #expect(throws: RecordFailure.self) { try RecordReader(path: path) }
      #expect(failure?.description == "Cannot read the record '\(path)': it is not a regular file.")
    }
  }

  @Test("a record of a newer schema is refused in words, also where its first line has other fields")
  func newerSchema() throws {
    var event = try #require(SampleEvents.events.first)
    guard case .runStarted(var started) = event.payload else {
      Issue.record("the first sample does not begin a run")
      return
    }
    started.schema = 2
    event.payload = .runStarted(started)
    let known = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
    let other = #"{"n":0,"run":"r","schema":2,"t":0,"tool":"linkcond","type":"run.started"}"#
    // Also if nothing follows, not even a line feed.
    for text in [known + "\n" + Self.line + "\n", other + "\n" + Self.line + "\n", known, other] {
      let failure = #expect(throws: RecordFailure.self) { try read(text) }
      #expect(
        failure?.description
          == """
          'x' was written by a newer version (linkcond, schema 2); this one reads schema 1. Read it with the version \
          that wrote it, or a newer one.
          """)
    }
  }

  @Test("a line is read the same quickly and by the decoder, whatever is done to one of its bytes")
  func quickLines() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var quick = QuickEvent()
    var quickly = 0
    for event in SampleEvents.events {
      let line = Array(try encoder.encode(event))
      if let read = quick.event(line.span) {
        quickly += 1
        #expect(read == event)
      }
      for place in line.indices {
        for byte in Array(" \"\\,:{}[]-+.0e9nu\n".utf8) + [0, 0x7F, 0x80, 0xFF] {
          var damaged = line
          damaged[place] = byte
          guard let read = quick.event(damaged.span) else { continue }
          #expect(
            read == (try? JSONDecoder().decode(RecordEvent.self, from: Data(damaged))),  // nil differs from `read`
            "\(String(decoding: damaged, as: UTF8.self))")
        }
      }
    }
    // Probes, output, the program's status and three kinds of kernel events, of which a long record consists.
    #expect(quickly == 8)
  }

  @Test(
    "escapes are resolved as the decoder does",
    arguments: [
      #"\"quoted\" \\ \/ \b\f\n\r\t"#, #"\u0041\u00e9\u20AC\uD83D\uDE00"#, #"\u0000\u001b[31m"#, #"é\\n"#, "",
      #"a long text that is not kept apart \u2026 and goes on"#,
    ])
  func escapes(_ text: String) throws {
    let line = #"{"line":"\#(text)","n":0,"run":"r","stream":"stdout","t":1,"type":"app.output"}"#
    var quick = QuickEvent()
    let event = quick.event(Array(line.utf8).span)
    #expect(event == (try JSONDecoder().decode(RecordEvent.self, from: Data(line.utf8))))
  }

  @Test(
    "what is not flat and plain is left to the decoder",
    arguments: [
      #"{"n":0,"run":"r","status":"a\x62","t":1,"type":"app.status"}"#,
      #"{"n":0,"run":"r","status":"a\ud83db","t":1,"type":"app.status"}"#,
      #"{"n":0,"run":"r","status":"a\u12","t":1,"type":"app.status"}"#,
      #"{"n":0,"run":"r","\u0073tatus":"a","t":1,"type":"app.status"}"#,
      #"{"n":0,"n":1,"run":"r","status":"a","t":1,"type":"app.status"}"#,
      #"{"n":0.5,"run":"r","status":"a","t":1,"type":"app.status"}"#,
      #"{"n":01,"run":"r","status":"a","t":1,"type":"app.status"}"#,
      #"{"n":0,"run":"r","status":"a","t":9223372036854775808,"type":"app.status"}"#,
      #"{"n":0,"run":"r","status":null,"t":1,"type":"app.status"}"#,
      #"{"n":0,"run":"r","status":"a","t":1,"type":"app.status","more":[]}"#,
      #"{"n":0,"run":"r","status":"a","t":1,"type":"app.status",}"#, "{}", "{", "",
    ])
  func plainOnly(_ line: String) {
    var quick = QuickEvent()
    #expect(quick.event(Array(line.utf8).span) == nil)
  }

  @Test("a file is read in pieces, with lines across them")
  func pieces() throws {
    let record = TemporaryRecord()
    let writer = try RecordWriter(path: record.path)
    // Over two pieces of 1 MiB at some 130 bytes a line.
    let events = (0..<20_000).map { number in
      RecordEvent(
        t: Int64(number), n: number, run: "A run with a long name",
        payload: .probeSent(ProbeSent(sequence: number, kind: "http", target: "http://origin.test/generate_204")))
    }
    for event in events { writer.write(event) }
    try writer.close()
    let reader = try RecordReader(path: record.path)
    #expect(reader.events == events)
    #expect(!reader.isCut)
  }

  @Test("expectations come back; a run's end without them has none")
  func expectations() throws {
    #expect(try read(Self.line).events.map(\.payload) == [.runFinished(RunFinished(outcome: "completed"))])
    let result = ExpectationResult(name: "n", passed: false, expected: "e", observed: "o", evidence: [3, 4])
    let event = RecordEvent(
      t: 0, n: 0, run: "r", payload: .runFinished(RunFinished(outcome: "completed", expectations: [result])))
    let line = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
    #expect(try read(line).events == [event])
  }
}

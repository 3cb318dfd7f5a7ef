import Record
import Testing

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
}

import Foundation
import Glibc
import Record
import Testing

@Suite("A record under pressure")
struct RecordLimitTests {
  private static func event(_ n: Int) -> RecordEvent {
    RecordEvent(t: 0, n: n, run: "r", payload: .runFinished(RunFinished(outcome: "completed")))
  }

  @Test("a file that may not grow keeps the whole lines that it has, and the writer says why it stopped")
  func limitedFile() async throws {
    let file = TemporaryRecord()
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      // Without this the signal ends the process before write(2) returns EFBIG.
      signal(SIGXFSZ, SIG_IGN)
      let writer = try RecordWriter(path: path)
      // A line is 86 bytes: two whole ones and 28 bytes of a third fit in.
      var limit = rlimit(rlim_cur: 200, rlim_max: 200)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      for n in 0..<2 { writer.write(Self.event(n)) }
      #expect(writer.failure == nil)
      for n in 2..<5 { writer.write(Self.event(n)) }
      let message = "Cannot write to the record '\(path)': File too large."
      #expect(writer.failure?.description == message)
      let failure = #expect(throws: RecordFailure.self) { try writer.close() }
      #expect(failure?.description == message)
    }
    // The limit cuts the third line, and none comes after a failure.
    let reader = try RecordReader(path: file.path)
    #expect(reader.events.map(\.n) == [0, 1])
    #expect(reader.isCut)
    #expect(try file.text().utf8.count == 200)
  }

  @Test("a folder that is not there is named")
  func missingFolder() {
    let failure = #expect(throws: RecordFailure.self) { try RecordWriter(path: "/nowhere/record.jsonl") }
    #expect(failure?.description == "Cannot create the record '/nowhere/record.jsonl': No such file or directory.")
  }

  @Test("events from eight threads are numbered without a gap, in the order of the file")
  func eightThreads() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    let recorder = RunRecorder(run: "r", start: 0) { writer.write($0) }
    let done = DispatchGroup()
    for thread in 0..<8 {
      done.enter()
      Thread {
        for line in 0..<100 { recorder.append(.appOutput(AppOutput(stream: "\(thread)", line: "\(line)")), at: 1) }
        done.leave()
      }.start()
    }
    done.wait()
    let events = try RecordReader(path: file.path).events
    // 8 threads of 100 events each.
    #expect(events.map(\.n) == Array(0..<800))
    // Each thread's own events are in the order in which it gave them.
    for thread in 0..<8 {
      let lines = events.compactMap { event -> String? in
        guard case .appOutput(let output) = event.payload, output.stream == "\(thread)" else { return nil }
        return output.line
      }
      #expect(lines == (0..<100).map(String.init))
    }
  }
}

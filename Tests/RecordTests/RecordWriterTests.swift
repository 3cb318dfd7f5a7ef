import Glibc
import Synchronization
import Testing

@testable import Record

@Suite("Writing a record")
struct RecordWriterTests {
  private static func event(_ n: Int) -> RecordEvent {
    RecordEvent(t: 0, n: n, run: "r", payload: .runFinished(RunFinished(outcome: "completed")))
  }

  @Test("an event is in the file when the call returns")
  func eventsAreFlushed() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    for n in 0..<3 {
      writer.write(Self.event(n))
      #expect(try RecordReader(path: file.path).events.map(\.n) == Array(0...n))
    }
  }

  @Test("a run that is killed keeps what it had")
  func killedRun() async throws {
    let file = TemporaryRecord()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
      let writer = try RecordWriter(path: path)
      for n in 0..<5 { writer.write(Self.event(n)) }
      kill(getpid(), SIGKILL)
    }
    let reader = try RecordReader(path: file.path)
    #expect(reader.events.map(\.n) == [0, 1, 2, 3, 4])
    #expect(!reader.isCut)
  }

  @Test("a record that is there is never overwritten")
  func existingFile() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    writer.write(Self.event(0))
    let failure = #expect(throws: RecordFailure.self) { try RecordWriter(path: file.path) }
    #expect(failure?.description == "Cannot create the record '\(file.path)': File exists.")
    #expect(try RecordReader(path: file.path).events.count == 1)
  }

  @Test("a full disk is reported once and crashes nothing")
  func fullDisk() throws {
    // Every write to /dev/full ends with ENOSPC.
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let writer = RecordWriter(adopting: descriptor, path: "r.jsonl")
    #expect(writer.failure == nil)
    for n in 0..<3 { writer.write(Self.event(n)) }
    let message = "Cannot write to the record 'r.jsonl': No space left on device."
    #expect(writer.failure?.description == message)
    let failure = #expect(throws: RecordFailure.self) { try writer.close() }
    #expect(failure?.description == message)
  }

  @Test("an event after the end is reported, and what was written stays")
  func closedFile() throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    writer.write(Self.event(0))
    try writer.close()
    try writer.close()
    #expect(writer.failure == nil)
    writer.write(Self.event(1))
    #expect(
      writer.failure?.description == "Cannot write to the closed record '\(file.path)': Bad file descriptor.")
    #expect(try RecordReader(path: file.path).events.map(\.n) == [0])
  }

  @Test("events of several runs and threads are whole lines, numbered in order within each run")
  func concurrentRuns() async throws {
    let file = TemporaryRecord()
    let writer = try RecordWriter(path: file.path)
    await withTaskGroup(of: Void.self) { group in
      for run in ["a", "b"] {
        let recorder = RunRecorder(run: run, start: 100) { writer.write($0) }
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<50 { recorder.append(.runFinished(RunFinished(outcome: "completed")), at: 101) }
          }
        }
      }
    }
    let reader = try RecordReader(path: file.path)
    for run in ["a", "b"] {
      // 4 tasks of 50 events each.
      #expect(reader.events.filter { $0.run == run }.map(\.n) == Array(0..<200))
    }
    #expect(Set(reader.events.map(\.t)) == [1])
  }

  @Test("a recorder gives each event its number and the time since the run started")
  func recorderNumbers() {
    let seen = Mutex<[RecordEvent]>([])
    let recorder = RunRecorder(run: "r", start: 1_000) { event in seen.withLock { $0.append(event) } }
    let payload = RecordPayload.runFinished(RunFinished(outcome: "completed"))
    #expect(recorder.append(payload, at: 1_000) == 0)
    #expect(recorder.append(payload, at: 1_250) == 1)
    #expect(recorder.relative(1_300) == 300)
    #expect(
      seen.withLock { $0 } == [
        RecordEvent(t: 0, n: 0, run: "r", payload: payload), RecordEvent(t: 250, n: 1, run: "r", payload: payload),
      ])
  }
}

import Foundation
import Record
import TestSupport
import Testing

/// A record of an hour with ten probes a second, and what a report of it takes.
@Suite("A record of an hour")
struct LongRecordTests {
  private static let second: Int64 = 1_000_000_000

  /// Twelve times four minutes online and one offline, in which each probe is missed.
  private static func write(to path: String) throws {
    let writer = try RecordWriter(path: path)
    let recorder = RunRecorder(run: "Hour", start: 0) { writer.write($0) }
    func profile(_ name: String, loss: Double) -> ProfileRecord {
      let lane = ProfileRecord.Lane(rate: 1_000_000, delay: 50_000_000, loss: loss)
      return ProfileRecord(
        name: name, downlink: lane, uplink: lane, dnsDelay: 0, interfaceType: "wifi", linkState: "up")
    }
    recorder.append(
      .runStarted(
        RunStarted(
          tool: "linkcond", profile: profile("Hour", loss: 0), engine: "userspace", engineReason: "For a test.",
          kernel: "6", seed: 1, wallClock: "2026-11-30T08:00:00Z", monitors: ["probe"], families: ["ipv4"],
          processors: 2, congestionControl: "cubic", buffers: [], offloads: [], phases: [:])), at: 0)
    var status = "unknown"
    var misses: [Int] = []
    for index in 0..<36_000 {
      let sent = Int64(index) * second / 10
      let minute = index / 600
      let isLost = minute % 5 == 4
      if index % 600 == 0, minute % 5 == 4 || minute % 5 == 0 {
        recorder.append(
          .conditionChanged(
            ConditionChanged(
              step: "minute \(minute)", profile: profile(isLost ? "Nothing" : "Hour", loss: isLost ? 1 : 0),
              interface: "wlan0", began: sent, applied: sent)), at: sent)
      }
      recorder.append(.probeSent(ProbeSent(sequence: index, kind: "icmp", target: "203.0.113.1")), at: sent)
      let ended = sent + (isLost ? 2 * second : 100_823_456)
      let number = recorder.append(
        .probeResult(
          ProbeAnswer(
            sequence: index, kind: "icmp", target: "203.0.113.1", outcome: isLost ? "timeout" : "reply",
            rtt: isLost ? nil : 100_823_456, sent: sent)), at: ended)
      misses = isLost ? misses + [number] : []
      let now = isLost ? (misses.count >= 3 ? "offline" : status) : "online"
      guard now != status else { continue }
      recorder.append(
        .transition(
          Transition(
            monitor: "probe", from: status, to: now, condition: "minute \(minute)", firstEvidence: sent,
            decided: ended, delivered: ended, sinceCondition: ended - Int64(minute) * 60 * second,
            evidence: isLost ? misses : [number])), at: ended)
      status = now
    }
    recorder.append(.runFinished(RunFinished(outcome: "completed")), at: 3_600 * second)
    try writer.close()
  }

  @Test("stays under 50 MB, and its reports need less than 200 MB")
  func size() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves files in a temporary folder
    let record = folder.appending(path: "record.jsonl").path
    try Self.write(to: record)
    let bytes = try #require(try FileManager.default.attributesOfItem(atPath: record)[.size] as? Int)
    #expect(bytes < 50_000_000, "\(bytes) bytes")

    // The kernel tells the parent of a process that has ended how much memory it had at most, in KiB, and its time.
    let measure = """
      import resource, subprocess, sys
      status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
      used = resource.getrusage(resource.RUSAGE_CHILDREN)
      print(status, used.ru_maxrss * 1024, used.ru_utime + used.ru_stime)
      """
    for form in [["--text"], ["--html", folder.appending(path: "page.html").path]] {
      let result = try Shell.run(["python3", "-c", measure, Sandbox.tool, "report", record] + form)
      let words = result.output.split(whereSeparator: \.isWhitespace)
      #expect(words.first == "0", "\(form): \(result.output)")
      let memory = try #require(words.count == 3 ? Int(words[1]) : nil, "\(result.output)")
      let seconds = try #require(Double(words[2]))
      print("\(form[0]) of \(bytes) bytes: \(memory / 1_000_000) MB, \(seconds) s of a processor")
      #expect(memory < 200_000_000, "\(form): \(memory) bytes of memory")
      #if !DEBUG
        // Of a processor, as other programs run here too. A build for debugging takes several times as long.
        #expect(seconds < 2, "\(form)")
      #endif
    }
  }
}

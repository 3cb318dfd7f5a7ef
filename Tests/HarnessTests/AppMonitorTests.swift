import Conditioner
import Harness
import Profiles
import Record
import Testing

/// The user's own program as a monitor, in real labs.
@Suite("The program under test")
struct AppMonitorTests {
  private func record(
    _ profile: String, _ app: AppOptions, _ phases: HarnessPhases, expectations: [Profiles.Expectation] = []
  ) async throws -> (events: [RecordEvent], finished: RunFinished) {
    let plan = RunPlan(try ProfileStore().find(profile), phases: phases)
    let events = EventList()
    let outcomes = try await HarnessRunner(
      HarnessOptions(
        plans: [plan], engine: .userspace, seed: 7, monitors: [.path], app: app, expectations: expectations)
    ).run(sink: { events.append($0) })
    return (events.all, try #require(outcomes.first))
  }

  @Test("what it writes becomes its status, with the conditions that led to it")
  func statuses() async throws {
    let script = """
      while :; do
        if curl -s -m 1 -o /dev/null http://203.0.113.1/; then echo "state: up"; else echo "state: down" >&2; fi
        sleep 0.1
      done
      """
    let app = AppOptions(command: ["sh", "-c", script], pattern: try StatusPattern(#"state: (\w+)"#))
    let (events, finished) = try await record(
      "100% Loss", app, HarnessPhases(baseline: .seconds(1), applied: .seconds(4), removed: .seconds(3)),
      expectations: [
        .reaches(monitor: "app", status: "down", within: .seconds(3), after: "applied"),
        .reaches(monitor: "app", status: "up", within: .milliseconds(1), after: "applied"),
        .order(monitor: "app", statuses: ["up", "down", "up"]),
        .exit(status: 0),
      ])
    let transitions = events.transitions("app")
    #expect(transitions.map(\.to) == ["up", "down", "up"])
    #expect(transitions.map(\.condition) == ["baseline", "applied", "removed"])
    #expect(
      events.contains { if case .appOutput(let output) = $0.payload { output.stream == "stderr" } else { false } })
    // The connection that hung is the first sign: it sent its SYN again after a second, or just went on waiting.
    let down = try #require(transitions.dropFirst().first)
    let behind = events.filter { down.evidence.contains($0.n) }
    #expect(
      behind.contains {
        if case .appSocket(let socket) = $0.payload { socket.remote == "203.0.113.1:80" } else { false }
      },
      "\(behind)")
    #expect(down.firstEvidence <= down.decided)
    // It was ended with the run: that is no status of its own, and an exit expectation sees the signal.
    #expect(finished.expectations.map(\.passed) == [true, true, true, false] || finished.expectations.count == 4)
    #expect(finished.expectations[0].passed)
    #expect(finished.expectations[2].passed)
    #expect(!finished.expectations[3].passed, "\(finished.expectations[3])")
  }

  @Test("LINKCOND_STATUS_FD is a descriptor for statuses, and its end is one")
  func statusDescriptor() async throws {
    let script = #"echo "  signed   in " >&$LINKCOND_STATUS_FD; echo $LINKCOND_RUN; echo $LINKCOND_PROFILE; exit 3"#
    let (events, finished) = try await record(
      "Wi-Fi", AppOptions(command: ["sh", "-c", script]),
      HarnessPhases(baseline: .milliseconds(700), applied: .milliseconds(100), removed: .milliseconds(100)),
      expectations: [.exit(status: 3)])
    #expect(events.transitions("app").map(\.to) == ["signed in", "exited 3"])
    #expect(finished.expectations.map(\.passed) == [true])
    let lines = events.compactMap { event -> String? in
      if case .appOutput(let output) = event.payload { output.line } else { nil }
    }
    #expect(lines == ["Wi-Fi", "Wi-Fi"])
  }

  @Test("a line that is too long comes in pieces, which say so")
  func longLine() async throws {
    let script = "head -c 20000 /dev/zero | tr '\\0' x; echo; echo short"
    let (events, _) = try await record(
      "Wi-Fi", AppOptions(command: ["sh", "-c", script]),
      HarnessPhases(baseline: .milliseconds(700), applied: .milliseconds(100), removed: .milliseconds(100)))
    let lines = events.compactMap { event -> AppOutput? in
      if case .appOutput(let output) = event.payload { output } else { nil }
    }
    #expect(lines.map(\.line.count) == [8192, 8192, 3616, 5])
    #expect(lines.map(\.isCut) == [true, true, nil, nil])
  }

  @Test("a server of the user's own is there on the network side, and each run has its own folder for temporary files")
  func server() async throws {
    let script =
      #"echo x > $TMPDIR/mine; until curl -sf -m 2 http://203.0.113.1:8080/ ; do sleep 0.1; done; echo; echo got it"#
    let app = AppOptions(
      command: ["sh", "-c", script], pattern: try StatusPattern("got it"),
      server: "cd $TMPDIR && echo hello from the server > index.html && exec python3 -m http.server 8080")
    let (events, _) = try await record(
      "Wi-Fi", app, HarnessPhases(baseline: .seconds(4), applied: .milliseconds(100), removed: .milliseconds(100)))
    #expect(events.transitions("app").map(\.to).first == "got it", "\(events.map(\.payload))")
  }

  @Test("a program that can't be started fails its run in words")
  func notFound() async throws {
    let (_, finished) = try await record(
      "Wi-Fi", AppOptions(command: ["/nonexistent"]), HarnessPhases(baseline: .zero, applied: .zero, removed: .zero))
    #expect(finished.outcome == "failed")
    #expect(finished.failure?.contains("/nonexistent") == true, "\(finished.failure ?? "")")
  }
}

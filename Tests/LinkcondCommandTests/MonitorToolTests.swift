import Foundation
import LinuxSystem
import Origin
import TestSupport
import Testing

/// `linkcond monitor` as a user calls it.
@Suite("The tool's monitor")
struct MonitorToolTests {
  /// Beside the test bundle, where SwiftPM puts both.
  private static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "linkcond"
  ).path

  /// A monitor that runs.
  private final class Running {
    private let process = Process()
    private let output = FileManager.default.temporaryDirectory.appending(
      path: "monitor-\(UInt64.random(in: 0...UInt64.max))")

    init(_ arguments: [String]) throws {
      _ = FileManager.default.createFile(atPath: output.path, contents: nil)
      // Whoever runs the tests in the background may have them ignore SIGINT, and the tool would go on to.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["--default-signal", MonitorToolTests.tool, "monitor"] + arguments
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    // No text yet where the file can't be read: whoever waits for lines sees that they do not come.
    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }  // not there yet
    var lines: [[String: Any]] {
      text.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]  // the last may be half written
      }
    }

    /// The statuses that a monitor has told.
    func statuses(_ monitor: String) -> [String] {
      lines.filter { $0["monitor"] as? String == monitor }.compactMap { $0["to"] as? String }
    }

    func end(by signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      return status
    }

    var status: Int32 {
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    deinit {
      if process.isRunning { process.terminate() }
      try? FileManager.default.removeItem(at: output)  // only leaves a file in a temporary folder
    }
  }

  @Test("tells this machine's path and ends with 0 on a signal", arguments: [SIGINT, SIGTERM])
  func signal(number: Int32) async throws {
    let monitor = try Running(["--json", "--host", "127.0.0.1"])
    try await waitUntil("path and flags are told") {
      monitor.statuses("path").count == 1 && monitor.statuses("reachability").count == 1
    }
    #expect(monitor.end(by: number) == 0)
    #expect(monitor.lines.allSatisfy { $0["from"] as? String == "unknown" && $0["schema"] as? Int == 1 })
    #expect(monitor.statuses("reachability") == ["-R -----l-"])
  }

  @Test("ends by itself with --for")
  func limited() throws {
    let began = ContinuousClock.now
    let monitor = try Running(["--for", "300ms"])
    #expect(monitor.status == 0)
    #expect(ContinuousClock.now - began >= .milliseconds(300))
    #expect(monitor.text.contains("  path  unknown -> "))
  }

  @Test(
    "works for an ordinary user",
    .enabled(if: Users.canBeOthers, "becoming another user needs root, not in a user namespace"))
  func ordinary() throws {
    let result = try Shell.run([
      "sh", "-c",
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && chmod 755 "$d" && cp "$1" "$d/linkcond"
      setpriv --reuid 65534 --regid 65534 --clear-groups "$d/linkcond" monitor --for 200ms --host 127.0.0.1 --probe tcp://127.0.0.1:9
      echo "status $?"
      """, "sh", Self.tool,
    ])
    #expect(result.output.contains("status 0") && result.output.contains("  path  unknown -> "), "\(result.output)")
  }

  @Test(
    "follows another namespace: carrier, flags and probe",
    .makesNamespaces)
  func namespace() async throws {
    let network = try await LiveNetwork()
    try network.ipFar("address add 192.0.1.1/24 dev far1")
    let origin = try await OriginServers.start(in: network.far, addresses: ["192.0.1.1"], names: [:])
    defer { origin.stop() }
    let monitor = try Running([
      "--json", "--namespace", "/proc/\(ProcessTable.ownNumber)/fd/\(network.client.descriptor)", "--host", "192.0.1.1",
      "--probe", "http://192.0.1.1/",
    ])
    try await waitUntil("all three are there") {
      monitor.statuses("path") == ["satisfied"] && monitor.statuses("probe") == ["online"]
        && monitor.statuses("reachability") == ["-R ------d"]
    }
    try network.ipFar("link set far1 down")
    // The verdict is unknown at once, as the path has changed, and offline after three requests, 2 s apart.
    try await waitUntil("all three are gone", deadline: .seconds(20)) {
      monitor.statuses("path").last == "unsatisfied" && monitor.statuses("probe").suffix(2) == ["unknown", "offline"]
        && monitor.statuses("reachability").last == "-- -------"
    }
    let lost = try #require(monitor.lines.first { $0["to"] as? String == "unsatisfied" })
    #expect(lost["reason"] as? String == "wlan0 has no carrier")
    let flagsLost = try #require(monitor.lines.first { $0["to"] as? String == "-- -------" })
    for line in [lost, flagsLost] {
      let evidence = try #require(line["evidence"] as? [[String: Any]])
      #expect(evidence.contains { ($0["after"] as? String)?.contains("carrier off") == true })
    }
    let offline = try #require(monitor.lines.first { $0["to"] as? String == "offline" })
    let results = try #require(offline["evidence"] as? [[String: Any]])
    #expect(results.count == 3 && results.allSatisfy { ($0["what"] as? String) == "http to 192.0.1.1:80" })
    try network.ipFar("link set far1 up")
    try await waitUntil("all three are back", deadline: .seconds(20)) {
      monitor.statuses("path").last == "satisfied" && monitor.statuses("probe").last == "online"
        && monitor.statuses("reachability").last == "-R ------d"
    }
    #expect(monitor.end(by: SIGTERM) == 0)
  }
}

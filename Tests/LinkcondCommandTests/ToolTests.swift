import Foundation
import LinuxSystem
import Testing
import TestSupport

@testable import LinkcondCommand

/// The tool itself, as a user calls it.
@Suite("The linkcond tool")
struct ToolTests {
  /// Beside the test bundle, where SwiftPM puts both.
  private static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "linkcond"
  ).path

  private func shell(_ script: String) throws -> (status: Int32, output: String) {
    try Shell.run(["sh", "-c", script, "sh", Self.tool])
  }

  @Test(
    "the exit status tells what happened",
    arguments: [
      ("run 3g -- sh -c 'exit 7'", Int32(7)), ("run 3g -- sh -c 'kill -9 $$'", 137), ("run 3g -- no-such-command", 127),
      ("run 3g -- /etc/passwd", 126), ("run 4h -- true", 64), ("harness --profile nosuch", 64), ("show", 64),
      ("list", 0), ("report /nonexistent", 65),
    ])
  func status(words: String, expected: Int32) throws {
    let result = try shell("\"$1\" \(words)")
    #expect(result.status == expected, "\(result.output)")
  }

  @Test("a damaged profile is refused whole, with file and key")
  func damaged() throws {
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT
      printf '{ Name = Bad; Link = { Delay = 100; Loss = "120 %%"; }; }' > "$d/bad.plist"
      "$1" run "$d/bad.plist" -- touch "$d/ran"; status=$?
      [ -e "$d/ran" ] && echo RAN
      "$1" show "$d/bad.plist"; echo "show $?"; exit $status
      """)
    #expect(result.output.contains("bad.plist") && result.output.contains("Delay") && result.output.contains("120 %"))
    #expect(!result.output.contains("RAN"))
    #expect(result.output.contains("show 65"))
    #expect(result.status == 125)
  }

  /// The kernel makes no user namespace for a process whose root is not that of its mount namespace.
  @Test(
    "without privileges and without user namespaces a lab is refused with 77, and with what is missing",
    .enabled(if: Users.canBeOthers, "taking user namespaces away needs root, not in a user namespace"))
  func notPermitted() throws {
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && chmod 755 "$d" && cp "$1" "$d/linkcond" && mkdir "$d/root"
      unshare -m sh -c 'mount --rbind / "$1/root" && exec chroot --userspec=65534:65534 "$1/root" \
        "$1/linkcond" harness --output /tmp/nowhere' sh "$d"
      echo "status $?"
      unshare -m sh -c 'mount --rbind / "$1/root" && exec chroot --userspec=65534:65534 "$1/root" \
        "$1/linkcond" run 3g -- true' sh "$d"
      echo "run $?"
      """)
    #expect(result.output.contains("status 77"), "\(result.output)")
    #expect(result.output.contains("CAP_SYS_ADMIN") && result.output.contains("--privileged"))
    #expect(result.output.contains("run 125"))
  }

  @Test(
    "a signal ends the harness in good order: a record that says so, and a page", arguments: ["INT", "TERM", "HUP"])
  func interrupted(signal: String) throws {
    // A shell has its children in the background ignore SIGINT; the `exec` of `env` takes that back.
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT
      env --default-signal "$1" harness --profile edge --output "$d/out" -- sleep 60 & p=$!
      until [ "$(wc -l < "$d/out/record.jsonl" 2>/dev/null || echo 0)" -gt 5 ]; do sleep 0.05; done
      kill -\(signal) $p; wait $p; echo "status $?"
      tail -n 1 "$d/out/record.jsonl"; ls "$d/out"
      """)
    #expect(result.output.contains("status 1"), "\(result.output)")
    #expect(result.output.contains("\"outcome\":\"interrupted\""), "\(result.output)")
    #expect(result.output.contains("report.html") && result.output.contains("junit.xml"), "\(result.output)")
  }

  @Test("a command that ends its whole process group ends nobody else")
  func processGroup() throws {
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT
      setsid sh -c '"$1" harness --profile edge --baseline 300ms --applied 300ms --removed 300ms --monitors path \
        --output "$2" --expect "exit 143" -- sh -c "sleep 0.3; kill 0" >/dev/null; echo "status $?"' sh "$1" "$d/out"
      """)
    #expect(result.output.contains("status 0"), "\(result.output)")
  }

  @Test("an unknown profile brings the nearest names")
  func unknown() throws {
    #expect(try shell("\"$1\" run egde -- true").output.contains("Did you mean 'Edge'"))
  }

  @Test("curl reaches the origin by name under 3G, not before three round trips")
  func run() throws {
    let result = try shell("\"$1\" run 3g -- curl -s -o /dev/null -w '%{http_code} %{time_total}' http://origin.test/")
    let words = result.output.split(separator: " ")
    #expect(words.first == "200")
    // Name, connection, request: 200 ms each.
    #expect(try #require(words.last.flatMap { Double($0) }) > 0.6)
  }

  @Test("what a server writes is not the command's, which nobody listens to for statuses")
  func server() throws {
    let result = try shell(
      """
      LINKCOND_STATUS_FD=9 "$1" run wi-fi --serve 'echo serving; echo serves > "$TMPDIR/up"; exec sleep 60' -- \
        sh -c 'until [ -s "$TMPDIR/up" ]; do sleep 0.05; done; echo "own $LINKCOND_STATUS_FD"' 2>/dev/null
      """)
    #expect(result.output == "own \n" && result.status == 0)
  }

  @Test("a record names the version and the folder, and who reruns it elsewhere is told where the command ran")
  func rerun() throws {
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && mkdir "$d/a" "$d/b" && cd "$d/a" || exit 97
      printf '#!/bin/sh\\nexit 0\\n' > app && chmod +x app
      "$1" harness --profile edge --monitors path --baseline 100ms --applied 5s --removed 100ms --output "$d/old" \\
        --serve 'echo "serves $LINKCOND_STATUS_FD"; exec sleep 60' -- ./app > /dev/null || exit 98
      grep -o '"tool":"[^"]*"' "$d/old/record.jsonl"
      grep -o '"line":"serves[^"]*"' "$d/old/record.jsonl"
      grep '"step":"baseline".*"type":"condition.changed"' "$d/old/record.jsonl" | grep -o '"interfaceType":"[^"]*"'
      cd "$d/b"; "$1" rerun "$d/old" --output "$d/new" 2>&1 > /dev/null | sed "s|$d|D|g"
      """)
    #expect(
      result.output == """
        "tool":"linkcond \(Invocation.version)"
        "line":"serves "
        "interfaceType":"cellular"
        Error: 1 of 1 runs did not complete.
          Command './app' was not found.
          The record's command ran in 'D/a', this one in 'D/b': call 'rerun' in the folder that has what it needs.

        """)
  }

  @Test("as many labs are there at once as there may be descriptors, of which a program has as many as usual")
  func descriptors() throws {
    // With 300 there is room for two; 12 of them would take some 500.
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT
      harness() {
        "$1" harness --profile wi-fi --repeat 12 --monitors path --baseline 100ms --applied 100ms --removed 1s \
          --output "$d/$2" -- sh -c 'ulimit -Sn' > "$d/out" 2>&1 || cat "$d/out"
        grep -o '"line":"[0-9]*"' "$d/$2/record.jsonl" | sort | uniq -c
      }
      (ulimit -n 300; harness "$1" few)
      (ulimit -Sn 300; harness "$1" many)
      """)
    #expect(
      result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
        "12 \"line\":\"300\"", "12 \"line\":\"300\"",
      ])
  }

  @Test("nothing survives a SIGKILL of the tool, a daemon in a session of its own included")
  func killed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves a file in a temporary folder
    let mark = "8\(UInt32.random(in: 100_000...999_999))"
    let tool = Process()
    tool.executableURL = URL(filePath: Self.tool)
    tool.arguments = [
      "run", "3g", "--", "sh", "-c", "setsid sh -c 'sleep \(mark) & sleep \(mark)' & touch \(folder.path)/up; wait",
    ]
    try tool.run()
    try await waitUntil("the command runs", deadline: .seconds(20)) {
      FileManager.default.fileExists(atPath: folder.path + "/up")
    }
    try await waitUntil("both daemons run", deadline: .seconds(20)) { Self.count("sleep \(mark)") >= 2 }
    kill(tool.processIdentifier, SIGKILL)
    tool.waitUntilExit()
    try await waitUntil("no process of the lab is left", deadline: .seconds(10)) { Self.count("sleep \(mark)") == 0 }
  }

  @Test("beside the record of a run that was killed is no page of an older one")
  func olderPage() throws {
    let result = try shell(
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && cd "$d" || exit 97
      harness() { "$L" harness --profile wi-fi --monitors path --baseline 100ms --removed 100ms --output r "$@" > /dev/null; }
      L=$1; harness --applied 100ms; ls r
      "$1" harness --profile wi-fi --monitors path --baseline 100ms --applied 60s --output r > /dev/null & p=$!
      for i in $(seq 600); do [ -e r/record.jsonl.1 ] && [ -s r/record.jsonl ] && break; sleep 0.05; done
      kill -KILL $p; wait $p 2>/dev/null; echo; ls r
      """)
    #expect(result.output.hasPrefix("junit.xml\nrecord.jsonl\nreport.html\n\n"), "\(result.output)")
    #expect(result.output.hasSuffix("\n\nrecord.jsonl\nrecord.jsonl.1\n"), "\(result.output)")
  }

  @Test("the record of a killed harness is JSON Lines up to its last line, and is drawn")
  func killedRecord() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "linkcond-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: folder) }  // only leaves a file in a temporary folder
    let tool = Process()
    tool.executableURL = URL(filePath: Self.tool)
    tool.arguments = ["harness", "--profile", "edge", "--output", folder.path, "--plain"]
    try tool.run()
    let record = folder.path + "/record.jsonl"
    try await waitUntil("the record has 20 lines", deadline: .seconds(20)) {
      (try? String(contentsOfFile: record, encoding: .utf8))?.filter { $0 == "\n" }.count ?? 0 >= 20  // not there yet
    }
    kill(tool.processIdentifier, SIGKILL)
    tool.waitUntilExit()
    let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
    for line in lines { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) } }
    let report = try shell("\"$1\" report '\(folder.path)'")
    #expect(report.status == 0 && report.output.contains("Edge"))
  }

  /// How many processes have these words in their command line.
  private static func count(_ words: String) -> Int {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []  // /proc is always there
    return processes.filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") == words
    }.count
  }
}

import Foundation
import TestSupport
import Testing

/// The workflow files that README shows, of which a CI system would run the commands.
@Suite("The workflows that README shows")
struct ReadmeWorkflowTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "README.md")

  /// The files, in their order: GitHub's and GitLab's.
  private static func workflows() throws -> [String] {
    let text = try String(contentsOf: readme, encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  /// The commands of `- run: COMMAND`, or of the list under `script:`; with `>` the lines that follow are one.
  private static func commands(_ workflow: String) -> [String] {
    var commands: [String] = []
    var isFolding = false
    var isScript = false
    for line in workflow.split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text == "script:" { isScript = true }
      let start = text.hasPrefix("- run: ") ? "- run: " : isScript && text.hasPrefix("- ") ? "- " : nil
      if let start {
        isFolding = text == start + ">"
        commands.append(isFolding ? "" : String(text.dropFirst(start.count)))
      } else if text.hasPrefix("- ") || text.hasSuffix(":") {
        (isFolding, isScript) = (false, text == "script:")
      } else if isFolding, let last = commands.popLast() {
        commands.append(last.isEmpty ? text : last + " " + text)
      }
    }
    // GitHub puts in what is its own before a shell sees it.
    return commands.map { $0.replacing("${{ vars.LINKCOND }}", with: "$LINKCOND") }
  }

  @Test("both run the same commands, and keep the folder that these write")
  func alike() throws {
    let workflows = try Self.workflows()
    #expect(workflows.count == 2)
    let (github, gitlab) = (try #require(workflows.first), try #require(workflows.last))
    #expect(Self.commands(github) == Self.commands(gitlab))
    #expect(Self.commands(github).count == 3)
    #expect(github.contains("path: network }") && github.contains("options: --privileged"))
    #expect(gitlab.contains("paths: [network]") && gitlab.contains("junit: network/junit.xml"))
  }

  /// A program as README's example has it, which tells what it makes of the network.
  private static let app = #"""
    #!/usr/bin/env python3
    import socket, time
    said = None
    def say(status):
      global said
      if status != said: print("network:", status, flush=True)
      said = status
    while True:
      try:
        with socket.create_connection(("origin.test", 80), timeout=5) as connection:
          while True:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            if not connection.recv(4096): break
            say("online")
            time.sleep(0.5)
      except OSError: say("offline")
      time.sleep(0.2)
    """#

  /// What stands for a machine of a CI system: a `swift` that builds the program, and a repository of linkcond's with the
  /// tool under test. The folder that the workflows clone it to is not at the root of this machine.
  private static let script = """
    set -euo pipefail
    d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT
    mkdir "$d/bin" "$d/work" "$d/repository" "$d/repository/scripts"
    cat > "$d/my-app" && chmod +x "$d/my-app"
    printf '#!/bin/sh\\n[ "$*" = build ] && mkdir -p .build/debug && cp "%s" .build/debug/\\n' "$d/my-app" > "$d/bin/swift"
    printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$L" > "$d/repository/scripts/linkcond"
    chmod +x "$d/bin/swift" "$d/repository/scripts/linkcond"
    export GIT_CONFIG_GLOBAL=/dev/null
    git -C "$d/repository" init -q && git -C "$d/repository" add . \\
      && git -C "$d/repository" -c user.name=n -c user.email=e commit -q -m one
    export LINKCOND="file://$d/repository" FOLDER="$d/linkcond" PATH="$d/bin:$PATH"
    cd "$d/work"
    for command; do bash -e -c "$command" 2>&1; done
    ls network
    """

  @Test("their commands run as they are written, under every profile", .timeLimit(.minutes(3)))
  func run() throws {
    let commands = Self.commands(try #require(try Self.workflows().first)).map { command in
      command.split(separator: " ").map { $0.hasPrefix("/linkcond") ? "\"$FOLDER\"" + $0.dropFirst(9) : String($0) }
        .joined(separator: " ")
    }
    let result = try Shell.run(
      [
        "sh", "-c",
        "L=$0 program=$1 script=$2 && export L && shift 2 && printf %s \"$program\" | bash -c \"$script\" bash \"$@\"",
        Sandbox.tool, Self.app, Self.script,
      ] + commands)
    #expect(result.status == 0, "\(result.output)")
    for file in ["junit.xml", "record.jsonl", "report.html"] {
      #expect(result.output.contains("\n\(file)\n"), "\(file)")
    }
  }
}

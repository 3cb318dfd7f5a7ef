import FoundationEssentials
import TestSupport
import Testing

@testable import LinkcondCommand

@Suite("Completion")
struct CompletionTests {
  /// Beside the test bundle, where SwiftPM puts both.
  private static let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "linkcond"
  ).path

  private static func has(_ shell: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
  }

  /// What bash would offer for a line; its last word is the one that is typed, perhaps empty.
  private func bash(_ words: [String]) throws -> [String] {
    let script = """
      cd / && source <("$1" completion bash)
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _linkcond; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Shell.run(["bash", "-c", script, "bash", Self.tool] + words)
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "bash offers what can follow",
    arguments: [
      (["comp"], ["compare", "completion"]), (["run", "very"], ["very-bad-network"]),
      (["run", "VERY"], ["very-bad-network"]), (["show", "high-"], ["high-latency-dns"]),
      (["harness", "--profile", "sat"], ["satellite"]), (["harness", "--profile", "=", "sat"], ["satellite"]),
      (["harness", "--scenario", "ele"], ["elevator"]), (["list", "--na"], ["--names"]),
      (["list", "--names", "="], ["profiles", "scenarios"]), (["completion", "z"], ["zsh"]),
      (["help", "sh"], ["show"]), (["list", "x"], []),
    ])
  func bashWords(words: [String], offered: [String]) throws {
    #expect(try bash(words) == offered)
  }

  @Test("bash offers commands behind --")
  func bashCommands() throws {
    #expect(try bash(["run", "3g", "--", "bas"]).contains("bash"))
  }

  @Test("a profile's name cannot make the shell do anything")
  func hostileNames() throws {
    let result = try Shell.run([
      "bash", "-c",
      """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && cd "$d" && mkdir profiles
      printf '{ Name = "evil $(touch ran) `touch ran`;touch ran"; }' > profiles/evil.plist
      source <("$1" completion bash)
      COMP_WORDS=("$1" show ev); COMP_CWORD=2; _linkcond
      [ ${#COMPREPLY[@]} -eq 1 ] && [ ! -e ran ] && eval "set -- ${COMPREPLY[0]}" && [ $# -eq 1 ] && [ ! -e ran ] && echo "$1"
      """, "bash", Self.tool,
    ])
    #expect(result.output == "evil-$(touch-ran)-`touch-ran`;touch-ran\n")
  }

  @Test("the script for bash is sound")
  func bashSyntax() throws {
    let result = try Shell.run(["bash", "-c", "\"$1\" completion bash | bash -n", "bash", Self.tool])
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  @Test("the script for zsh is sound and offers what can follow", .enabled(if: has("zsh"), "zsh is not installed"))
  func zsh() throws {
    let result = try Shell.run(["sh", "-c", "\"$1\" completion zsh | zsh -n", "sh", Self.tool])
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  @Test("fish offers what can follow", .enabled(if: has("fish"), "fish is not installed"))
  func fish() throws {
    func offered(_ line: String) throws -> [String] {
      let script = """
        d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && cd "$d" && ln -s "$1" linkcond && export HOME=$d PATH="$d:$PATH"
        fish --no-config -c 'linkcond completion fish | source; complete -C $argv[1]' "$2"
        """
      let result = try Shell.run(["bash", "-c", script, "bash", Self.tool, line])
      #expect(result.status == 0, "\(result.output)")
      return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try offered("linkcond comp") == ["compare", "completion"])
    #expect(try offered("linkcond run very") == ["very-bad-network"])
    #expect(try offered("linkcond harness --scenario ele") == ["elevator"])
    #expect(try offered("linkcond list --names ") == ["profiles", "scenarios"])
  }
}

import Profiles
import TestSupport
import Testing

@testable import LinkcondCommand

@Suite("Completion")
struct CompletionTests {
  private static let tool = Sandbox.tool

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
      (["help", "sh"], ["show"]), (["list", "x"], []), (["show", "ele"], ["elevator"]), (["--v"], ["--version"]),
    ])
  func bashWords(words: [String], offered: [String]) throws {
    #expect(try bash(words) == offered)
  }

  /// A folder with a profile that is found nowhere else.
  private static let place = """
    d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && printf '{ Name = "Odd One"; }' > "$d/x.plist"
    """

  @Test("names from places that the line names are offered too", arguments: [["--profiles"], ["--profiles", "="]])
  func bashPlaces(option: [String]) throws {
    let script = """
      \(Self.place); source <("$1" completion bash)
      COMP_WORDS=("$1" show "${@:2}" "$d" od); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _linkcond
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try Shell.run(["bash", "-c", script, "bash", Self.tool] + option).output == "odd-one\n")
  }

  @Test(
    "fish offers names from places that the line names too",
    .enabled(if: ShellPrograms.has("fish"), "fish is not installed"), arguments: ["--profiles ", "--profiles="])
  func fishPlaces(option: String) throws {
    let script = """
      \(Self.place); ln -s "$1" "$d/linkcond"; export HOME=$d PATH="$d:$PATH"
      fish --no-config -c 'linkcond completion fish | source; complete -C $argv[1]' "linkcond show $2$d od"
      """
    #expect(try Shell.run(["bash", "-c", script, "bash", Self.tool, option]).output == "odd-one\n")
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

  @Test(
    "fish offers what can follow",
    .enabled(if: ShellPrograms.has("fish"), "fish is not installed"),
    arguments: [
      ("comp", ["compare", "completion"]), ("run very", ["very-bad-network"]),
      ("run very-bad-network -- trunc", ["truncate"]), ("harness -- trunc", ["truncate"]),
      ("harness --scenario ele", ["elevator"]), ("list --names ", ["profiles", "scenarios"]),
      ("list --na", ["--names"]), ("help sho", ["show"]), ("completion z", ["zsh"]),
      ("show ev", ["evil-$(touch-ran)-`touch-ran`;touch-ran"]), ("show ele", ["elevator"]), ("--v", ["--version"]),
    ])
  func fish(line: String, offered: [String]) throws {
    #expect(try fish(line) == offered)
  }

  @Test("fish offers profiles and paths alone where a profile is expected", .enabled(if: ShellPrograms.has("fish")))
  func fishProfiles() throws {
    let names = BundledProfiles.all.map { ListedNames.typed($0.name) }
    let files = ["evil-$(touch-ran)-`touch-ran`;touch-ran", "linkcond", "profiles/"]
    #expect(try Set(fish("run ")) == Set(names + files))
  }

  /// What fish offers for a line, in a folder with a profile of an evil name.
  private func fish(_ line: String) throws -> [String] {
    let script = """
      d=$(mktemp -d) && trap 'rm -rf "$d"' EXIT && cd "$d" && ln -s "$1" linkcond && export HOME=$d PATH="$d:$PATH"
      mkdir profiles && printf '{ Name = "evil $(touch ran) `touch ran`;touch ran"; }' > profiles/evil.plist
      fish --no-config -c 'linkcond completion fish | source; complete -C $argv[1]' "linkcond $2"; [ ! -e ran ]
      """
    let result = try Shell.run(["bash", "-c", script, "bash", Self.tool, line])
    #expect(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }
}

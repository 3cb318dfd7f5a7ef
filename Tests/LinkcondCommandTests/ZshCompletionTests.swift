import Profiles
import TestSupport
import Testing

@testable import LinkcondCommand

/// An interactive zsh on a terminal of its own, whose Tab key is pressed.
@Suite("Completion in zsh", .enabled(if: ShellPrograms.has("zsh"), "zsh is not installed"))
struct ZshCompletionTests {
  /// A line that is typed, the words that are offered for it, and what becomes of it.
  struct Case: CustomTestStringConvertible {
    let typed: String
    let offered: [String]
    let line: String

    init(_ typed: String, _ offered: [String], _ line: String? = nil) {
      (self.typed, self.offered, self.line) = (typed, offered, line ?? typed)
    }

    var testDescription: String { typed }
  }

  private static let evil = "evil-$(touch-ran)-`touch-ran`;touch-ran"
  private static let files = ["linkcond", "more", "offered", "profiles", "ready", "setup"]
  private static let profiles = BundledProfiles.all.map { ListedNames.typed($0.name) } + [evil]
  private static let scenarios = BundledScenarios.all.map { ListedNames.typed($0.name) }

  private static let cases = [
    Case("run ", profiles + files),
    Case("run very", ["very-bad-network"], "run very-bad-network "),
    Case("run VERY", ["very-bad-network"], "run very-bad-network "),
    Case("run 3g -- trunc", ["truncate"], "run 3g -- truncate "),
    Case("harness -- trunc", ["truncate"], "harness -- truncate "),
    Case("harness --scenario ", scenarios + files),
    Case("harness --scenario=ele", ["elevator"], "harness --scenario=elevator "),
    Case("comp", ["compare", "completion"]),
    Case("list --na", ["--names"], "list --names="),
    Case("list --names=", ["profiles", "scenarios"]),
    Case("help sho", ["show"], "help show "),
    Case("show ev", [evil], "show evil-\\$\\(touch-ran\\)-\\`touch-ran\\`\\;touch-ran "),
    Case("show ele", ["elevator"], "show elevator "),
    Case("--v", ["--version"], "--version "),
    Case("show --profiles more od", ["odd-one"], "show --profiles more odd-one "),
    Case("show --profiles=more od", ["odd-one"], "show --profiles=more odd-one "),
    Case("convert --to ", ["native", "nlc", "condition-inducer", "tc", "json"]),
  ]

  @Test("the script is sound")
  func syntax() throws {
    let result = try Shell.run(["sh", "-c", "\"$1\" completion zsh | zsh -n", "sh", Sandbox.tool])
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  @Test("it offers what can follow, quoted where a shell would read it otherwise", .timeLimit(.minutes(2)))
  func offers() throws {
    let lines = Self.cases.map { "linkcond \($0.typed)" }
    let result = try Shell.run(["zsh", "-f", "-c", Self.script, "zsh", Sandbox.tool] + lines)
    #expect(result.status == 0, "\(result.output)")
    // For each line its number, the words, and the line that came of it.
    let answers = result.output.split(separator: "==\n", omittingEmptySubsequences: false).dropFirst()
    #expect(answers.count == Self.cases.count, "\(result.output)")
    for (example, answer) in zip(Self.cases, answers) {
      let words = answer.split(separator: "\n").map(String.init)
      #expect(words.dropLast().sorted() == example.offered.sorted(), "\(example.typed)")
      #expect(words.last == "linkcond \(example.line)", "\(example.typed)")
    }
  }

  /// Takes the tool and lines; answers each with the words that zsh offers, and the line as it is afterwards.
  private static let script = #"""
    emulate -L zsh
    zmodload zsh/zpty
    d=$(mktemp -d) && trap 'rm -rf $d' EXIT
    cd $d && mkdir profiles && ln -s $1 linkcond && shift
    mkdir more && print -r -- '{ Name = "Odd One"; }' > more/x.plist
    print -r -- '{ Name = "evil $(touch ran) `touch ran`;touch ran"; }' > profiles/evil.plist
    cat > setup <<'END'
    PROMPT= ; unsetopt beep
    autoload -U compinit && compinit -u -D && source <(linkcond completion zsh)
    compadd() {
      if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a found
        builtin compadd -O found "$@"; (( $#found )) && print -rl -- $found >> offered
      fi
      builtin compadd "$@"
    }
    offers() { : > offered; zle complete-word; print -r -- "$BUFFER" >> offered; BUFFER=; mv offered answer }
    zle -N offers; bindkey '^I' offers
    print > ready
    END
    export HOME=$d PATH=$d:$PATH TERM=vt100
    zpty shell zsh -f -i
    # Until the shell has written a file; what it writes to its terminal is passed over.
    await() { while [[ ! -e $1 ]]; do zpty -r -t shell said || sleep 0.02; done }
    zpty -w shell 'source ./setup'
    await ready
    for line; do
      zpty -w -n shell $line$'\t'
      await answer
      print -r -- '=='; cat answer; rm answer
    done
    [[ ! -e ran ]]
    """#
}

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinkcondCommand

/// Shells on a terminal, in a lab and under a script that goes on after them.
@Suite("An interactive shell in a lab")
struct InteractiveShellTests {
  /// `talk.py COMMAND AWAITED TYPED…`: a shell command on a terminal of its own. Each text is awaited behind the last, and
  /// then what follows it is typed; `^C` and `^Z` are keys. What the terminal showed is printed if one does not come.
  private static let talk = #"""
    import os, pty, select, signal, sys, time
    child, terminal = pty.fork()
    if child == 0: os.execvp("sh", ["sh", "-c", sys.argv[1]])
    shown, place = b"", 0
    def wait_for(text):
      global shown, place
      end = time.monotonic() + 30  # for what takes milliseconds on a machine with time
      while True:
        found = shown.find(text, place)
        if found >= 0: place = found + len(text); return
        ready = select.select([terminal], [], [], max(0, end - time.monotonic()))[0]
        try: more = os.read(terminal, 65536) if ready else b""
        except OSError: more = b""
        if not more:
          os.kill(child, signal.SIGKILL)
          sys.exit("'%s' did not come: %r" % (text.decode(), shown))
        shown += more
    steps = sys.argv[2:]
    for awaited, typed in zip(steps[::2], steps[1::2] + [""]):
      wait_for(awaited.encode())
      os.write(terminal, typed.replace("^C", "\x03").replace("^Z", "\x1a").replace("~", "\r").encode())
    """#

  private func talk(_ command: String, _ steps: [String]) throws {
    let result = try Shell.run(
      ["sh", "-c", Self.home, Sandbox.tool, "python3", "-c", Self.talk, command] + steps)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Runs a command with an empty home; zsh asks a newcomer questions if there is no start-up file.
  private static let home = """
    HOME=$(mktemp -d) && trap 'rm -rf "$HOME"' EXIT && : > "$HOME/.zshrc" || exit 97
    L=$0 TERM=vt100; export HOME L TERM; unset ZDOTDIR ENV BASH_ENV PROMPT_COMMAND
    "$@"
    """

  private static let shells = ["sh", "dash", "bash", "zsh", "fish"].filter(ShellPrograms.has)

  @Test(
    "its prompt shows the profile, its status is passed on, and who called reads from the terminal afterwards",
    arguments: shells)
  func session(shell: String) throws {
    try talk(
      "\"$L\" run 3g -- \(shell); echo \"status $?\"; read -r word; echo \"got <$word>\"",
      ["(3G)", "expr 40 + 2~", "42", "", "(3G)", "exit 7~", "status 7", "word~", "got <word>"])
  }

  @Test("its jobs are interrupted and stopped by keys", arguments: shells)
  func jobs(shell: String) throws {
    try talk(
      "\"$L\" run 3g -- \(shell); echo \"status $?\"",
      ["(3G)", Self.asleep(60) + "~", "begun", "^C", "(3G)", Self.asleep(1) + "~", "begun", "^Z"]
        + [shell == "zsh" ? "suspended" : "topped", "", "(3G)", "fg~", "(3G)", "exit~", "status 0"])
  }

  /// What is typed is shown too, so what is awaited must not be in it. It starts no process, for a shell that is stopped
  /// while it does so may wait for that one, which has stopped before.
  private static func asleep(_ seconds: Int) -> String { #"sh -c 'echo "be"gun; exec sleep \#(seconds)'"# }

  @Test("a command is stopped by a key and goes on together with linkcond")
  func stopped() throws {
    try talk(
      "PS1=now:; export PS1; exec bash --norc --noprofile",
      [
        "now:", "\"$L\" run 3g -- \(Self.asleep(1)); echo \"st\"atus $?~", "begun", "^Z", "status 148", "", "now:",
        "fg~",
      ]
        + ["now:", "read -p \"wo\"rd? x; echo \"go\"t $x~", "word?", "one~", "got one"])
  }

  @Test("linkcond in the background leaves the terminal to who has it")
  func background() throws {
    try talk(
      "PS1=now:; export PS1; exec bash --norc --noprofile",
      ["now:", "\"$L\" run 3g -- sh -c 'sleep 0.2' & wait $!; echo \"st\"atus $?~", "status 0", "", "now:"]
        + ["read -p \"wo\"rd? x; echo \"go\"t $x~", "word?", "one~", "got one"])
  }

  @Test(
    "a shell is one to talk to if it has neither a script nor a command",
    arguments: [
      ("bash", true), ("/bin/sh -i", true), ("zsh -f", true), ("bash --rcfile x -o vi", true), ("bash --norc", true),
      ("fish -C x", true), ("sh script", false), ("bash -c true", false), ("sh -ec true", false),
      ("bash -x script", false),
      ("fish --command true", false), ("curl", false), ("bashful", false),
    ])
  func isInteractive(words: String, expected: Bool) {
    #expect(ShellPrompt(command: words.split(separator: " ").map(String.init)).isInteractive == expected)
  }
}

internal import LinuxSystem

/// How an interactive shell in a lab shows which profile it is under.
struct ShellPrompt: Sendable {
  /// The command that is run and its arguments.
  let command: [String]

  /// The shell's name; nil if the command is no shell that is known.
  private var shell: String? {
    let name = command.first?.split(separator: "/").last.map(String.init)
    return name.flatMap { ["bash", "sh", "dash", "ash", "ksh", "mksh", "zsh", "fish"].contains($0) ? $0 : nil }
  }

  /// Options that the next word belongs to.
  private static let withValue: Set = ["-o", "+o", "-O", "+O", "--rcfile", "--init-file", "-C", "--init-command"]

  /// Whether it is a shell that takes its commands from a terminal: one with neither a script nor `-c`.
  var isInteractive: Bool {
    guard shell != nil else { return false }
    var rest = command.dropFirst()
    while let word = rest.popFirst() {
      if Self.withValue.contains(word) {
        rest = rest.dropFirst()
      } else if !word.hasPrefix("-"), !word.hasPrefix("+") {
        return false
      }
      if word == "--command" || !word.hasPrefix("--") && word.contains("c") { return false }
    }
    return true
  }

  /// Makes what ``add(to:folder:)`` needs, in a folder of the run's own.
  ///
  /// - Throws: `SystemError` if it can't be written.
  func prepare(_ folder: String) throws(SystemError) {
    guard shell == "zsh" else { return }
    let file = "\(folder)/.zshenv"
    try SystemFile.publish(file, Self.zsh, operation: "write zsh's '\(file)'")
    try Identity.sudoCaller?.own(file)
  }

  /// Has the shell put the profile's name, which is in `LINKCOND_PROFILE`, in front of its prompt. The name is only looked
  /// up as the prompt is shown, so that nothing in it is taken for a command.
  func add(to request: inout SpawnRequest, folder: String) {
    switch shell {
    case "bash":
      // The start-up files set PS1 anew; this runs in front of each prompt, after them.
      let own = #"case $PS1 in *LINKCOND_PROFILE*) ;; *) PS1="(\$LINKCOND_PROFILE) $PS1";; esac"#
      request.environment["PROMPT_COMMAND"] = request.environment["PROMPT_COMMAND"].map { "\(own); \($0)" } ?? own
    case "zsh":
      request.environment["LINKCOND_ZDOTDIR"] = request.environment["ZDOTDIR"]
      request.environment["ZDOTDIR"] = folder
    case "fish": request.arguments.insert(contentsOf: ["-C", Self.fish], at: 1)
    default: request.environment["PS1"] = "($LINKCOND_PROFILE) $ "
    }
  }

  /// What zsh reads first: it goes on to the user's own start-up files. The mark is put there in front of each prompt, after
  /// whatever a theme does.
  private static let zsh = #"""
    rm -f -- "$ZDOTDIR/.zshenv"
    if (( ${+LINKCOND_ZDOTDIR} )); then export ZDOTDIR=$LINKCOND_ZDOTDIR; unset LINKCOND_ZDOTDIR; else unset ZDOTDIR; fi
    _linkcond_prompt() {
      precmd_functions=(${precmd_functions:#_linkcond_prompt} _linkcond_prompt)
      psvar[9]=$LINKCOND_PROFILE
      [[ $PROMPT == '(%9v) '* ]] || PROMPT="(%9v) $PROMPT"
    }
    precmd_functions+=(_linkcond_prompt)
    [[ ! -r ${ZDOTDIR:-$HOME}/.zshenv ]] || source "${ZDOTDIR:-$HOME}/.zshenv"

    """#

  /// What fish runs after the user's start-up files. The prompt may show the status of the last command, which is kept.
  private static let fish = """
    functions -q fish_prompt; and functions -c fish_prompt __linkcond_own_prompt
    function __linkcond_status; return $argv[1]; end
    function fish_prompt
      set -l last $status
      printf '(%s) ' $LINKCOND_PROFILE
      __linkcond_status $last
      functions -q __linkcond_own_prompt; and __linkcond_own_prompt
    end
    """
}

/// How an interactive shell in a lab shows which profile it is under.
struct ShellPrompt: Sendable {
  /// The command that is run and its arguments.
  let command: [String]

  /// Has the shell put the profile's name, which is in `LINKCOND_PROFILE`, in front of its prompt.
  func add(to environment: inout [String: String]) {
    guard let name = command.first?.split(separator: "/").last else { return }
    switch name {
    case "bash":
      // The start-up files set PS1 anew; this runs in front of each prompt, after them. The name is only looked up as the
      // prompt is shown, so that nothing in it is taken for a command.
      let own = #"case $PS1 in *LINKCOND_PROFILE*) ;; *) PS1="(\$LINKCOND_PROFILE) $PS1";; esac"#
      environment["PROMPT_COMMAND"] = environment["PROMPT_COMMAND"].map { "\(own); \($0)" } ?? own
    case "sh", "dash", "ash", "ksh", "mksh": environment["PS1"] = "($LINKCOND_PROFILE) $ "
    default: break
    }
  }
}

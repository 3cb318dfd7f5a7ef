/// The arguments of `linkcond completion`.
struct CompletionArguments: Hashable, Sendable {
  /// The shell to write for.
  var shell: CompletionShell

  private static let argument = ArgumentDescription(
    "shell", help: "The shell to write for.", values: CompletionShell.allCases.map(\.rawValue))

  static let description = CommandDescription(
    "completion", abstract: "Print a script that completes linkcond's words in a shell.",
    discussion: """
      For this session: source <(linkcond completion bash), the same with zsh after compinit, or linkcond completion \
      fish | source. For all: bash keeps such files in ~/.local/share/bash-completion/completions/linkcond, zsh in a \
      folder of $fpath as _linkcond, fish in ~/.config/fish/completions/linkcond.fish.
      """,
    arguments: [argument])
}

extension CompletionArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    let word = parsed.positionals.first ?? ""
    guard let shell = CompletionShell(rawValue: word) else {
      let names = CompletionShell.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw UsageError(
        "The value '\(word)' is invalid for '\(Self.argument.label)'. Please provide one of \(names).",
        about: "\(Self.argument.label)  \(Self.argument.help)", in: parsed.page)
    }
    self.shell = shell
  }

  /// The script.
  var script: String {
    switch shell {
    case .bash: BashCompletion(Invocation.root).script
    case .zsh: ZshCompletion(Invocation.root).script
    case .fish: FishCompletion(Invocation.root).script
    }
  }
}

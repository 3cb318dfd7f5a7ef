/// A shell that completion scripts are written for.
enum CompletionShell: String, Hashable, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}

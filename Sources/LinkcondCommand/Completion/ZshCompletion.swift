/// A completion script for zsh, to be sourced after `compinit` or put into a folder of `$fpath`.
struct ZshCompletion {
  private let root: CommandDescription

  init(_ root: CommandDescription) { self.root = root }

  var script: String {
    let tool = root.name
    let commands = root.completedSubcommands.map { "      \(Self.quoted("\($0.name):\($0.help.remark)"))" }
      .joined(separator: "\n")
    return """
      #compdef \(tool)
      # Completion of \(tool) for zsh, written by '\(tool) completion zsh'.

      # Names of profiles or scenarios, those of the places that the line names among them, and paths.
      _\(tool)_names() {
        local -a names places
        local what
        integer i
        for (( i = 1; i < CURRENT; i++ )); do
          case $words[i] in
            (--profiles) (( i + 1 < CURRENT )) && places+=(--profiles ${(Q)words[i+1]}) ;;
            (--profiles=*) places+=(${(Q)words[i]}) ;;
          esac
        done
        for what; do
          names+=(${(f)"$($tool list --names $what $places 2>/dev/null)"})
        done
        compadd -M 'm:{A-Z}={a-z}' -a names
        _files
      }

      # The command behind '--', as if it stood alone.
      _\(tool)_command() {
        local end=${words[(ie)--]}
        (( end < CURRENT )) || return 1
        shift $end words
        (( CURRENT -= end ))
        _normal
      }

      _\(tool)() {
        local tool=$words[1] command=$words[2] curcontext=$curcontext state line
        typeset -A opt_args
        if (( CURRENT == 2 )); then
          if [[ $words[2] == -* ]]; then
            compadd -- --help --version
            return
          fi
          local -a commands
          commands=(
      \(commands)
          )
          _describe command commands
          return
        fi
        shift words
        (( CURRENT-- ))
        case $command in
      \(root.subcommands.map(cases).joined(separator: "\n"))
          (help) _arguments '1:command:(\(root.subcommands.map(\.name).joined(separator: " ")))' ;;
        esac
      }

      if [[ $funcstack[1] == _\(tool) ]]; then
        _\(tool) "$@"
      else
        compdef _\(tool) \(tool)
      fi

      """
  }

  private func cases(_ command: CommandDescription) -> String {
    let specs =
      command.allOptions.map(spec) + command.arguments.enumerated().map { spec($0.element, at: $0.offset + 1) }
    return "    (\(command.name)) _arguments -S \\\n"
      + specs.map { "      \(Self.quoted($0))" }.joined(separator: " \\\n") + "\n      ;;"
  }

  private func spec(_ option: OptionDescription) -> String {
    let repeats = option.isRepeated ? "*" : ""
    let remark = "[\(Self.escaped(option.help.remark))]"
    guard let value = option.completedValue else { return "\(repeats)--\(option.name)\(remark)" }
    return "\(repeats)--\(option.name)=\(remark):\(option.valueName ?? "value"):\(action(value))"
  }

  private func spec(_ argument: ArgumentDescription, at place: Int) -> String {
    switch argument.extent {
    case .one: "\(place):\(argument.name):\(action(argument.completedValue))"
    case .oneOrMore: "*:\(argument.name):\(action(argument.completedValue))"
    case .afterTerminator, .perhapsAfterTerminator: "*::\(argument.name):\(action(argument.completedValue))"
    }
  }

  private func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "(\(words.joined(separator: " ")))"
    // With a space in front zsh adds no words of its own.
    case .names(let names): " _\(root.name)_names \(names.map(\.rawValue).joined(separator: " "))"
    case .files: "_files"
    case .command: "_\(root.name)_command"
    // A message alone: there is nothing to offer.
    case .unknown: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}

/// A completion script for bash 4.4 and newer, which needs no other package.
struct BashCompletion {
  private let root: CommandDescription

  init(_ root: CommandDescription) { self.root = root }

  var script: String {
    let tool = root.name
    let commands = root.completedSubcommands.map(\.name).joined(separator: " ")
    let help = root.subcommands.map(\.name).joined(separator: " ")
    return """
      # Completion of \(tool) for bash, written by '\(tool) completion bash'.

      # Adds the words that begin as what is typed.
      _\(tool)_words() {
        local word
        for word in "$@"; do
          [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
        done
      }

      # Adds names of profiles or scenarios, quoted for the shell, and paths where one is begun. Those of the places that
      # the line names are among them.
      _\(tool)_names() {
        local name what i places=()
        for ((i = 2; i + 1 < COMP_CWORD; i++)); do
          [[ ${COMP_WORDS[i]} == --profiles ]] || continue
          [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
          places+=(--profiles "${COMP_WORDS[i + 1]}")
        done
        for what; do
          while IFS= read -r name; do
            [[ $name == "${cur,,}"* ]] && COMPREPLY+=("$(printf %q "$name")")
          done < <("$tool" list --names "$what" "${places[@]}" 2>/dev/null)
        done
        [[ $cur == */* || ${#COMPREPLY[@]} -eq 0 ]] && _\(tool)_files
      }

      # Leaves it to readline, which completes paths.
      _\(tool)_files() { compopt -o default 2>/dev/null; }

      _\(tool)() {
        local tool=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} i
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          _\(tool)_words \(commands) --help --version
          return
        fi
        # Behind '--' a command of its own is written.
        for ((i = 2; i < COMP_CWORD; i++)); do
          if [[ ${COMP_WORDS[i]} == -- ]]; then
            if ((i == COMP_CWORD - 1)); then mapfile -t COMPREPLY < <(compgen -c -- "$cur"); else _\(tool)_files; fi
            return
          fi
        done
        # The sign between an option and its value is a word of its own to readline.
        if [[ $cur == "=" ]]; then
          cur=
        elif [[ $prev == "=" ]]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case ${COMP_WORDS[1]}:$prev in
      \(valueCases)
        esac
        case ${COMP_WORDS[1]}:$cur in
      \(wordCases)
          help:*) _\(tool)_words \(help) ;;
        esac
      }

      complete -F _\(tool) \(tool)

      """
  }

  /// What follows an option that takes a value.
  private var valueCases: String {
    root.subcommands.flatMap { command in
      command.allOptions.compactMap { option in
        option.completedValue.map { "    \(command.name):--\(option.name)) \(action($0)); return ;;" }
      }
    }.joined(separator: "\n")
  }

  /// What else a command takes: options where a dash is typed, arguments where none is.
  private var wordCases: String {
    root.subcommands.flatMap { command -> [String] in
      let options = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
      // Arguments of one command are never of different kinds, but for those behind '--'.
      let argument = command.arguments.map(\.completedValue).first { $0 != .command }
      return ["    \(command.name):-*) _\(root.name)_words \(options) ;;"]
        + (argument.map { ["    \(command.name):*) \(action($0)) ;;"] } ?? [])
    }.joined(separator: "\n")
  }

  private func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "_\(root.name)_words \(words.joined(separator: " "))"
    case .names(let names): "_\(root.name)_names \(names.map(\.rawValue).joined(separator: " "))"
    case .files, .command: "_\(root.name)_files"
    case .unknown: ":"
    }
  }
}

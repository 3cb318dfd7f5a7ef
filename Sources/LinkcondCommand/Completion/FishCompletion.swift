/// A completion script for fish.
struct FishCompletion {
  private let root: CommandDescription

  init(_ root: CommandDescription) { self.root = root }

  var script: String {
    let tool = root.name
    var lines = [
      "# Completion of \(tool) for fish, written by '\(tool) completion fish'.", "complete -c \(tool) -f", functions,
    ]
    lines.append("complete -c \(tool) -n __fish_use_subcommand -l version -d 'Show the version'")
    lines.append("complete -c \(tool) -n __fish_use_subcommand -s h -l help -d 'Show help information'")
    for (name, help) in root.completedSubcommands {
      lines.append("complete -c \(tool) -n __fish_use_subcommand -a \(name) -d \(Self.quoted(help.remark))")
    }
    for command in root.subcommands {
      let isCommand = "__fish_seen_subcommand_from \(command.name)"
      let start = "complete -c \(tool) -n '\(isCommand); and not __\(tool)_is_behind'"
      for option in command.allOptions {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.completedValue.map { " " + action($0, isOption: true) } ?? ""
        lines.append("\(start)\(letter) -l \(option.name)\(value) -d \(Self.quoted(option.help.remark))")
      }
      for argument in command.arguments {
        let value = argument.completedValue
        let place = value == .command ? "complete -c \(tool) -n '\(isCommand); and __\(tool)_is_behind'" : start
        lines.append("\(place) \(action(value, isOption: false))")
      }
    }
    let names = root.subcommands.map(\.name).joined(separator: " ")
    lines.append("complete -c \(tool) -n '__fish_seen_subcommand_from help' -a \(Self.quoted(names))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// What tells whether the word that is typed stands behind '--', completes the command there as if it stood alone, and
  /// prints names from the places that the line names too.
  private var functions: String {
    """
    function __\(root.name)_is_behind
      contains -- -- (commandline -opc)
    end
    function __\(root.name)_command
      set -l words (commandline -opc)
      set -e words[1..(contains -i -- -- $words)]
      set -l line (string join ' ' -- (string escape -- $words) (commandline -ct))
      complete -C "$line"
    end
    function __\(root.name)_names
      set -l words (commandline -opc)
      set -l places
      for i in (seq (count $words))
        if test "$words[$i]" = --profiles; and test $i -lt (count $words)
          set -a places --profiles $words[(math $i + 1)]
        else if string match -q -- '--profiles=*' $words[$i]
          set -a places $words[$i]
        end
      end
      for what in $argv
        \(root.name) list --names $what $places 2>/dev/null
      end
    end
    """
  }

  private func action(_ value: CompletedValue, isOption: Bool) -> String {
    switch value {
    case .words(let words): (isOption ? "-x " : "") + "-a \(Self.quoted(words.joined(separator: " ")))"
    case .names(let names):
      (isOption ? "-r " : "")
        + "-F -a '(__\(root.name)_names \(names.map(\.rawValue).joined(separator: " ")))'"
    case .files: (isOption ? "-r " : "") + "-F"
    case .command: "-a '(__\(root.name)_command)'"
    case .unknown: isOption ? "-x" : "-f"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}

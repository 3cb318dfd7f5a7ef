/// The help and the usage line of a command, laid out as swift-argument-parser does.
struct HelpText {
  /// How many columns a label has, with its indent, before the text beside it begins.
  static let labelColumn = 26

  let command: CommandDescription
  /// The names that lead to the command, its own last.
  let path: [String]

  /// The command without dashes and options: `linkcond run`.
  var invocation: String { path.joined(separator: " ") }

  /// What may follow, one element a thing that is not broken across lines.
  private var synopsis: [String] {
    guard command.subcommands.isEmpty else { return ["<subcommand>"] }
    return command.options.map(\.synopsis) + command.arguments.map(\.synopsis)
  }

  /// The usage, behind a label such as `USAGE: `, broken with a hanging indent.
  func usage(label: String) -> String {
    let words = [invocation] + synopsis
    return label + TextWrapping.lines(of: words, first: label.count, indent: label.count).joined(separator: "\n")
  }

  /// All blocks, with a newline at the end.
  var text: String {
    var blocks = [TextWrapping.paragraphs("OVERVIEW: \(command.abstract)")]
    if !command.discussion.isEmpty { blocks.append(TextWrapping.paragraphs(command.discussion)) }
    blocks.append(usage(label: "USAGE: "))
    if !command.arguments.isEmpty {
      blocks.append(Self.block("ARGUMENTS", command.arguments.map { ($0.label, $0.help) }))
    }
    blocks.append(Self.block("OPTIONS", command.allOptions.map { ($0.label, $0.help) }))
    if !command.subcommands.isEmpty {
      blocks.append(Self.block("SUBCOMMANDS", command.subcommands.map { ($0.name, $0.abstract) }))
      blocks.append("  See '\(path[0]) help <subcommand>' for detailed help.")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func block(_ title: String, _ entries: [(label: String, help: String)]) -> String {
    (["\(title):"] + entries.map { entry($0.label, $0.help) }).joined(separator: "\n")
  }

  /// A label with its text beside it, or under it where it is too wide for its column.
  private static func entry(_ label: String, _ help: String) -> String {
    let padded = "  \(label)"
    let text = TextWrapping.paragraphs(help, indent: labelColumn)
    return padded.count < labelColumn ? padded + text.dropFirst(padded.count) : "\(padded)\n\(text)"
  }
}

/// What a command is called, does and takes: help and the parser both work from this.
struct CommandDescription: Sendable {
  /// The name, one word.
  let name: String
  /// One sentence on what it does.
  let abstract: String
  /// Paragraphs of more, each on a line; empty for none.
  let discussion: String
  /// What it takes without a dash, in order.
  let arguments: [ArgumentDescription]
  /// Its options and flags, in the order that help shows them, without those that all commands have.
  let options: [OptionDescription]
  /// Its subcommands; a command with some takes nothing else.
  let subcommands: [CommandDescription]

  init(
    _ name: String, abstract: String, discussion: String = "", arguments: [ArgumentDescription] = [],
    options: [OptionDescription] = [], subcommands: [CommandDescription] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.subcommands = subcommands
  }

  /// The options that the parser takes: its own and those that all commands have.
  var allOptions: [OptionDescription] { options + OptionDescription.common }

  /// The subcommand of that name.
  func subcommand(named name: String) -> CommandDescription? { subcommands.first { $0.name == name } }
}

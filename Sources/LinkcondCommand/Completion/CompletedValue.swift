/// What can stand at a place of a command line, as far as a shell can tell.
enum CompletedValue: Hashable {
  /// One of these words.
  case words([String])
  /// A name that `linkcond list --names` prints for one of these, or a path.
  case names([ListedNames])
  /// A path.
  case files
  /// A command and its arguments.
  case command
  /// Anything.
  case unknown
}

extension OptionDescription {
  /// What its value can be; nil for a flag.
  var completedValue: CompletedValue? {
    guard let valueName else { return nil }
    if !values.isEmpty { return .words(values) }
    switch (name, valueName) {
    case ("profile", _): return .names([.profiles])
    case ("scenario", _): return .names([.scenarios])
    case (_, "path"), (_, "dir"), (_, "file"): return .files
    default: return .unknown
    }
  }
}

extension ArgumentDescription {
  /// What it can be.
  var completedValue: CompletedValue {
    if !values.isEmpty { return .words(values) }
    if !names.isEmpty { return .names(names) }
    switch (extent, name) {
    case (.afterTerminator, _), (.perhapsAfterTerminator, _): return .command
    case (_, "profile"): return .names([.profiles])
    case (_, "record"), (_, "before"), (_, "now"), (_, "file"): return .files
    default: return .unknown
    }
  }
}

extension CommandDescription {
  /// The subcommands' names, `help` among them, which the parser knows without a description.
  var completedSubcommands: [(name: String, help: String)] {
    subcommands.map { ($0.name, $0.abstract) } + [("help", "Show how a command is used.")]
  }
}

extension String {
  /// The first sentence, without its full stop: a remark beside a word.
  var remark: String {
    let sentence = prefix { $0 != "." && $0 != "(" && $0 != "\n" }
    return sentence.last == " " ? String(sentence.dropLast()) : String(sentence)
  }
}

/// An option of a command, as help shows it and the parser knows it.
struct OptionDescription: Hashable, Sendable {
  /// The long name, without dashes.
  let name: String
  /// The letter of the short form, if it has one.
  let letter: Character?
  /// The name of its value, without angle brackets; nil for a flag.
  let valueName: String?
  /// Whether it may be given several times, each time adding a value.
  let isRepeated: Bool
  /// Whether the command does nothing without it.
  var isRequired = false
  /// Sentences on what it does, with the values and the default in brackets.
  let help: String
  /// The values that it can have; empty if they are not a few names.
  var values: [String] = []

  /// `--engine <engine>`.
  var form: String { "--\(name)" + (valueName.map { " <\($0)>" } ?? "") }

  /// `-h, --help`: the form with the letter in front.
  var label: String { (letter.map { "-\($0), " } ?? "") + form }

  /// What stands for it in a usage line.
  var synopsis: String { isRequired ? form : "[\(form)\(isRepeated ? " ..." : "")]" }

  /// Every command has these at the end.
  static let common = [
    Flag("version", help: "Show the version.").description,
    Flag("help", letter: "h", help: "Show help information.").description,
  ]
}

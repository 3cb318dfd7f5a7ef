/// The words of a command line, sorted by what they belong to; their values are read on asking.
struct ParsedArguments {
  /// The command's help page, for errors.
  let page: HelpText
  /// The texts given for each option, by its long name; an empty text for a flag.
  private(set) var options: [String: [String]] = [:]
  /// The words without a dash, and those after `--` of commands that do not take them apart.
  private(set) var positionals: [String] = []
  /// The words after `--`.
  private(set) var afterTerminator: [String] = []

  init(page: HelpText) { self.page = page }

  mutating func add(option name: String, _ text: String) { options[name, default: []].append(text) }
  mutating func add(positional text: String) { positionals.append(text) }
  mutating func add(afterTerminator texts: some Sequence<String>) { afterTerminator += texts }

  /// Whether a flag was given.
  func has(_ flag: Flag) -> Bool { options[flag.description.name] != nil }

  /// The value of an option; of several the last; nil if it was not given.
  func value<Value>(_ option: ValueOption<Value>) throws(UsageError) -> Value? {
    try values(option).last
  }

  /// The values of a repeated option, in the order that they were given.
  func values<Value>(_ option: ValueOption<Value>) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in options[option.description.name] ?? [] {
      do {
        values.append(try option.read(text))
      } catch {
        throw invalid(text, for: option.description, error)
      }
    }
    return values
  }

  /// The error for an option that had to be given and was not.
  func missing(_ option: OptionDescription) -> UsageError {
    UsageError("Missing expected argument '\(option.form)'", about: "\(option.label)  \(option.help)", in: page)
  }

  private func invalid(_ text: String, for option: OptionDescription, _ fault: ValueFault) -> UsageError {
    let help = "\(option.label)  \(option.help)"
    switch fault {
    case .notOneOf(let allowed, let part):
      let quoted = allowed.map { "'\($0)'" }
      let last = quoted.last ?? ""
      let list = quoted.count < 2 ? last : quoted.dropLast().joined(separator: ", ") + " or " + last
      return UsageError(
        "The value '\(part)' is invalid for '\(option.form)'. Please provide one of \(list).", about: help, in: page)
    case .because(let reason):
      return UsageError("The value '\(text)' is invalid for '\(option.form)': \(reason).", about: help, in: page)
    }
  }
}

import Profiles

/// Sorts the words of a command line by the descriptions of the commands.
///
/// `--name value` and `--name=value`, `--` before words that are not options, options anywhere before it. A value that begins
/// with a dash and is no number needs the form with `=`. An option that is not repeated and given twice counts as given last.
struct ArgumentParser {
  /// What a command line asks for.
  enum Outcome {
    /// To run the command of this name.
    case command(String, ParsedArguments)
    /// To print this help.
    case help(String)
    /// To print the version.
    case version
  }

  let root: CommandDescription

  /// What the words, without the name of the program, ask for.
  func parse(_ words: [String]) throws(UsageError) -> Outcome {
    let rootPage = HelpText(command: root, path: [root.name])
    if words.first == "help" { return .help(try helpPage(words.dropFirst()).text) }
    guard let first = words.first, !first.hasPrefix("-") || first == "-" else {
      return try parseRoot(words, rootPage)
    }
    guard let command = root.subcommand(named: first) else { throw unknownSubcommand(first, rootPage) }
    let page = HelpText(command: command, path: [root.name, command.name])
    return try parse(words.dropFirst(), page)
  }

  /// The page that `help` and the words after it ask for.
  private func helpPage(_ words: ArraySlice<String>) throws(UsageError) -> HelpText {
    let rootPage = HelpText(command: root, path: [root.name])
    let names = words.filter { $0 != "-h" && $0 != "--help" }
    guard let name = names.first else { return rootPage }
    guard let command = root.subcommand(named: name) else { throw unknownSubcommand(name, rootPage) }
    guard names.count == 1 else { throw unexpected(Array(names.dropFirst()), rootPage) }
    return HelpText(command: command, path: [root.name, name])
  }

  private func parseRoot(_ words: [String], _ page: HelpText) throws(UsageError) -> Outcome {
    guard !words.isEmpty else { return .help(page.text) }
    switch try parse(words[...], page) {
    case .command(_, let parsed):
      guard let name = parsed.positionals.first else { return .help(page.text) }
      // The root has no options with values, so only "--" can stand before a subcommand that exists.
      guard root.subcommand(named: name) == nil else { throw unexpected(["--"], page) }
      throw unknownSubcommand(name, page)
    case let other: return other
    }
  }

  /// Sorts the words of one command.
  private func parse(_ words: ArraySlice<String>, _ page: HelpText) throws(UsageError) -> Outcome {
    let beforeTerminator = words.prefix { $0 != "--" }
    if beforeTerminator.contains(where: { $0 == "-h" || $0 == "--help" }) { return .help(page.text) }
    if beforeTerminator.contains("--version") { return .version }
    var parsed = ParsedArguments(page: page)
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        if page.command.takesWordsAfterTerminator {
          parsed.add(afterTerminator: rest)
        } else {
          for word in rest { parsed.add(positional: word) }
        }
        break
      }
      if word.hasPrefix("-"), word != "-" {
        try parseOption(word, &rest, &parsed)
      } else {
        parsed.add(positional: word)
      }
    }
    if page.command.subcommands.isEmpty { try checkCounts(parsed) }
    return .command(page.command.name, parsed)
  }

  private func parseOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    let page = parsed.page
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let given = parts[0]
    let options = page.command.allOptions
    guard let option = options.first(where: { given == "--\($0.name)" || $0.letter.map { given == "-\($0)" } == true })
    else {
      let nearest =
        given.hasPrefix("--")
        ? Spelling.nearest(to: String(given.dropFirst(2)), among: options.map(\.name), limit: 1).first : nil
      let hint = nearest.map { ". Did you mean '--\($0)'?" } ?? ""
      throw UsageError("Unknown option '\(given)'\(hint)", in: page)
    }
    guard option.valueName != nil else {
      guard parts.count == 1 else {
        throw UsageError("The option '\(option.form)' does not take any value.", about: nil, in: page)
      }
      parsed.add(option: option.name, "")
      return
    }
    if parts.count == 2 {
      parsed.add(option: option.name, parts[1])
      return
    }
    guard let value = rest.first, !value.hasPrefix("-") || value == "-" || Self.isNumber(value) else {
      throw UsageError("Missing value for '\(option.form)'", about: "\(option.label)  \(option.help)", in: page)
    }
    rest.removeFirst()
    parsed.add(option: option.name, value)
  }

  /// Whether a word that begins with a dash is a number below 0, which is no option.
  private static func isNumber(_ word: String) -> Bool {
    word.dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }

  /// Refuses too few and too many words without a dash.
  private func checkCounts(_ parsed: ParsedArguments) throws(UsageError) {
    let page = parsed.page
    let single = page.command.arguments.filter { $0.extent == .one || $0.extent == .oneOrMore }
    if let missing = single.dropFirst(parsed.positionals.count).first {
      throw UsageError(
        "Missing expected argument '\(missing.label)'", about: "\(missing.label)  \(missing.help)", in: page)
    }
    let surplus = parsed.positionals.dropFirst(single.count)
    guard surplus.isEmpty || single.last?.extent == .oneOrMore else { throw unexpected(Array(surplus), page) }
    if let command = page.command.arguments.first(where: { $0.extent == .afterTerminator }),
      parsed.afterTerminator.isEmpty
    {
      throw UsageError(
        "Missing expected argument '\(command.label)'", about: "\(command.label)  \(command.help)", in: page)
    }
  }

  private func unexpected(_ words: [String], _ page: HelpText) -> UsageError {
    let quoted = words.map { "'\($0)'" }.joined(separator: ", ")
    var message = words.count == 1 ? "Unexpected argument \(quoted)" : "\(words.count) unexpected arguments: \(quoted)"
    if page.command.takesWordsAfterTerminator { message += ". Write '--' before the command to run." }
    return UsageError(message, in: page)
  }

  private func unknownSubcommand(_ word: String, _ page: HelpText) -> UsageError {
    let names = root.subcommands.map(\.name)
    let nearest = Spelling.nearest(to: word, among: names, limit: 1).first
    let hint = nearest.map { ". Did you mean '\($0)'?" } ?? ""
    return UsageError("Unknown subcommand '\(word)'\(hint)", in: page)
  }
}

extension CommandDescription {
  /// Whether the words after `--` are an argument of their own.
  fileprivate var takesWordsAfterTerminator: Bool {
    arguments.contains { $0.extent != .one && $0.extent != .oneOrMore }
  }
}

/// The commands of a shell script as far as a list of plain commands goes: words, quotes, comments and continued lines.
///
/// Nothing is expanded or run; `$DEV` stays what it is. Redirections are left out.
struct ShellCommands {
  /// The words of a command, and the line that it begins on.
  typealias Command = (words: [String], line: Int)

  private(set) var commands: [Command] = []
  private var words: [String] = []
  private var word: String?
  /// Whether the next word is the file of a redirection.
  private var isRedirected = false
  private var start = 1
  private var line = 1

  /// The commands in `text`, in order; a quote that never ends runs to the end of the text.
  static func split(_ text: String) -> [Command] {
    var splitter = ShellCommands()
    splitter.read(Array(text.unicodeScalars))
    return splitter.commands
  }

  private mutating func read(_ scalars: [Unicode.Scalar]) {
    var at = 0
    var quote: Unicode.Scalar?
    while at < scalars.count {
      let scalar = scalars[at]
      at += 1
      if scalar == "\n" { line += 1 }
      if let open = quote {
        if scalar == open {
          quote = nil
        } else if scalar == "\\", open == "\"", at < scalars.count {
          append(scalars[at])
          at += 1
        } else {
          append(scalar)
        }
        continue
      }
      switch scalar {
      case "'", "\"":
        quote = scalar
        if word == nil { begin() }
      case "\\":
        guard at < scalars.count else { break }
        if scalars[at] == "\n" {
          line += 1
        } else if scalars[at] == "\r", at + 1 < scalars.count, scalars[at + 1] == "\n" {
          at += 1
          line += 1
        } else {
          append(scalars[at])
        }
        at += 1
      case "#" where word == nil:
        while at < scalars.count, scalars[at] != "\n" { at += 1 }
      case "&" where at < scalars.count && scalars[at] == ">": endWord()
      case ">", "<":
        // The number of a descriptor in front belongs to it.
        if word?.isEmpty == false, word?.allSatisfy({ ("0"..."9").contains($0) }) == true { word = nil }
        endWord()
        while at < scalars.count, [">", "<", "&", "|"].contains(scalars[at]) { at += 1 }
        isRedirected = true
      case " ", "\t", "\r": endWord()
      case "\n", ";", "&", "|":
        endWord()
        endCommand()
      default: append(scalar)
      }
    }
    endWord()
    endCommand()
  }

  private mutating func begin() {
    if words.isEmpty, !isRedirected { start = line }
    word = ""
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if word == nil { begin() }
    word?.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    if let word {
      if isRedirected { isRedirected = false } else { words.append(word) }
    }
    word = nil
  }

  private mutating func endCommand() {
    isRedirected = false
    if !words.isEmpty { commands.append((words, start)) }
    words = []
  }
}

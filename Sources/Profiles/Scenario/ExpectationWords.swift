/// The words of an expectation's text: separated by spaces, quoted where they have any, commas on their own.
struct ExpectationWords {
  /// A word, and whether it was in quotes and so is no keyword.
  private struct Word {
    let text: String
    let isQuoted: Bool
  }

  private var rest: ArraySlice<Word>
  /// The whole text, for faults.
  private let text: String

  init(_ text: String) throws(ExpectationFault) {
    self.text = text
    rest = try Self.split(text)[...]
  }

  private static func split(_ text: String) throws(ExpectationFault) -> [Word] {
    // What a file can hold, so that a long order can be written in one line.
    guard text.utf8.count <= PropertyListFile.largest else {
      throw ExpectationFault(text, reason: "it is longer than \(PropertyListFile.largest >> 20) MiB")
    }
    guard text == QuantityFault.visible(text) else {
      throw ExpectationFault(text, reason: "it has invisible characters, and is one line of words")
    }
    var words: [Word] = []
    // Scalars, since a quote with an accent on it is a quote.
    var rest = text.unicodeScalars[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first else { return words }
      switch first {
      case ",":
        rest.removeFirst()
        words.append(Word(text: ",", isQuoted: false))
      case "\"":
        rest.removeFirst()
        guard let word = quoted(&rest) else { throw ExpectationFault(text, reason: "a quote is opened and not closed") }
        words.append(Word(text: word, isQuoted: true))
      default:
        let word = rest.prefix { $0 != " " && $0 != "," && $0 != "\"" }
        rest = rest[word.endIndex...]
        words.append(Word(text: String(word), isQuoted: false))
      }
    }
  }

  /// The text up to the closing quote; nil if there is none.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var word = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(word) }
      if scalar == "\\" {
        guard let escaped = rest.popFirst() else { return nil }
        word.append(escaped)
      } else {
        word.append(scalar)
      }
    }
    return nil
  }

  /// The word in quotes if it would be read otherwise without.
  static func quoted(_ word: String, keywords: [String] = []) -> String {
    let isPlain = !word.isEmpty && !word.unicodeScalars.contains { " ,\"\\".unicodeScalars.contains($0) }
    return isPlain && !keywords.contains(word) ? word : OldStyleText.quoted(word)
  }

  /// A name at the end, which needs quotes only where its words would not come out the same.
  static func quotedTail(_ name: String) -> String {
    let words = name.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return words.allSatisfy { quoted(String($0)) == String($0) } ? name : OldStyleText.quoted(name)
  }

  /// The fault that `reason` tells of this text.
  func fault(_ reason: String) -> ExpectationFault { ExpectationFault(text, reason: reason) }

  /// Takes the keyword if it is next.
  mutating func take(keyword: String) -> Bool {
    guard let first = rest.first, !first.isQuoted, first.text == keyword else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes the next word; `what` says what it is to be.
  mutating func take(_ what: String) throws(ExpectationFault) -> String {
    guard let word = rest.popFirst() else { throw fault("it ends where \(what) is expected") }
    guard word.isQuoted || word.text != "," else { throw fault("there is a comma where \(what) is expected") }
    return word.text
  }

  /// Takes the next word if it stands in parentheses, as an interface's name behind a status does.
  mutating func takeParenthesised() -> String? {
    guard let first = rest.first, !first.isQuoted, first.text.hasPrefix("("), first.text.hasSuffix(")") else {
      return nil
    }
    rest.removeFirst()
    return first.text
  }

  /// Takes a duration, whose unit may be a word of its own.
  mutating func takeDuration() throws(ExpectationFault) -> Duration {
    var text = try take("a duration such as 5s")
    if text.allSatisfy({ $0.isNumber || $0 == "." }), let unit = rest.popFirst() { text += " \(unit.text)" }
    let duration: Duration
    do throws(QuantityFault) {
      duration = try Duration(quantity: text)
    } catch {
      throw fault("\(error)")
    }
    guard duration > .zero else { throw fault("a duration above 0 is expected") }
    return duration
  }

  /// Takes all words up to an unquoted `end`, with spaces between.
  mutating func takeAll(before end: String? = nil) -> String {
    var words: [String] = []
    while let first = rest.first, first.isQuoted || first.text != end {
      words.append(first.text)
      rest.removeFirst()
    }
    return words.joined(separator: " ")
  }

  /// Takes the keyword and the name behind it, which is all that is left; nil if the keyword is not next.
  mutating func takeTail(_ keyword: String) throws(ExpectationFault) -> String? {
    guard take(keyword: keyword) else { return nil }
    guard !rest.isEmpty else { throw fault("it ends where the name of a step is expected") }
    return takeAll()
  }

  /// Refuses what is left; `allowed` says what could have followed.
  func finish(_ allowed: String) throws(ExpectationFault) {
    guard let word = rest.first else { return }
    throw fault("there is \"\(QuantityFault.shown(word.text))\" where \(allowed) is expected")
  }
}

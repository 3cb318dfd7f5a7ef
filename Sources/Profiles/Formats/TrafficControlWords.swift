/// The words of one command as tc goes through them: option by option, some with values that may be left out.
struct TrafficControlWords {
  /// What the options belong to, such as `netem`, for key paths.
  let scope: String
  let line: Int
  private var rest: ArraySlice<String>

  init(_ words: some Sequence<String>, scope: String, line: Int) {
    rest = Array(words)[...]
    self.scope = scope
    self.line = line
  }

  var peek: String? { rest.first }

  mutating func next() -> String? { rest.popFirst() }

  /// The next word if `read` can make something of it; else it is left for what follows.
  mutating func optional<T>(_ read: (String) -> T?) -> T? {
    guard let word = rest.first, let value = read(word) else { return nil }
    rest.removeFirst()
    return value
  }

  /// The value of an option; a fault and nil where it is missing or not a value.
  mutating func value<T>(
    _ option: String, _ expected: String, _ reader: inout FormatReader, _ read: (String) -> T?
  ) -> T? {
    guard let word = next() else {
      fault(option, "the value is missing; \(expected) is expected.", &reader)
      return nil
    }
    guard let value = read(word) else {
      let hint = word.contains("$") ? " Variables are not expanded; write the value." : ""
      fault(option, "\"\(QuantityFault.shown(word))\" was read, where \(expected) is expected.\(hint)", &reader)
      return nil
    }
    return value
  }

  mutating func time(_ option: String, _ reader: inout FormatReader) -> Duration? {
    let expected = "a time such as 100ms, at most \(Duration.longestDelay.quantityText),"
    return value(option, expected, &reader, Self.time)
  }

  mutating func rate(_ option: String, _ reader: inout FormatReader) -> UInt64? {
    value(option, "a rate such as 780kbit or 97.5kbps (bytes)", &reader, TrafficControlQuantity.rate)
  }

  mutating func chance(_ option: String, _ reader: inout FormatReader) -> Probability? {
    value(option, "a chance from 0% to 100%", &reader, TrafficControlQuantity.chance)
  }

  /// The option that a word stands for: itself, or the first that begins with it, as tc takes them.
  static func option(_ word: String, among known: [String]) -> String? {
    known.contains(word) ? word : word.isEmpty ? nil : known.first { $0.hasPrefix(word) }
  }

  /// A time that a profile may have.
  static func time(_ text: String) -> Duration? {
    guard let count = TrafficControlQuantity.time(text).flatMap({ Int64(exactly: $0) }) else { return nil }
    return Duration.nanoseconds(count) <= .longestDelay ? .nanoseconds(count) : nil
  }

  func fault(_ option: String, _ message: String, _ reader: inout FormatReader) {
    reader.fault("\(scope).\(QuantityFault.shown(option))", line: line, message)
  }

  func unknown(_ word: String, among known: [String], _ reader: inout FormatReader) {
    let nearest = Spelling.nearest(to: word, among: known, limit: 1).first
    let hint = nearest.map { "did you mean \($0)?" } ?? "allowed are \(known.joined(separator: ", "))."
    fault(word, "is not an option of \(scope); \(hint)", &reader)
  }
}

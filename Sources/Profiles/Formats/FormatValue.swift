/// A value of a foreign file, with the place that it was read from.
struct FormatValue {
  let content: FormatContent
  /// Where it is, such as `content.up.rate`; empty at the top.
  let path: String
  /// Its line, from 1; nil where that is not known.
  let line: Int?

  init(_ content: FormatContent, path: String = "", line: Int? = nil) {
    self.content = content
    self.path = path
    self.line = line
  }

  /// The value of a key of an object; nil for everything else, and for a null.
  subscript(key: String) -> FormatValue? {
    guard case .object(let members) = content, let value = members.first(where: { $0.key == key })?.value else {
      return nil
    }
    if case .null = value.content { return nil }
    return value
  }

  /// The members of an object, in the order of the file; empty for everything else.
  var members: [(key: String, value: FormatValue)] {
    if case .object(let members) = content { members.map { ($0.key, $0.value) } } else { [] }
  }

  /// The elements of an array; empty for everything else.
  var elements: [FormatValue] {
    if case .array(let elements) = content { elements } else { [] }
  }

  /// The objects that are wanted among it and what it holds, to four levels inside; what is in one of them is not looked at.
  func objects(deepest: Int = 4, where isWanted: (FormatValue) -> Bool) -> [FormatValue] {
    if isObject, isWanted(self) { return [self] }
    guard deepest > 0 else { return [] }
    return (members.map(\.value) + elements).flatMap { $0.objects(deepest: deepest - 1, where: isWanted) }
  }

  var isObject: Bool {
    if case .object = content { true } else { false }
  }

  /// The text of a string; nil for everything else.
  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The number that it is, or that its text is; nil for everything else.
  var decimal: DecimalNumber? {
    switch content {
    case .number(let text): DecimalNumber(text)
    case .string(let text): DecimalNumber(text.trimmingSpaces())
    default: nil
    }
  }

  /// Whether it has all of these keys.
  func has(_ keys: String...) -> Bool { keys.allSatisfy { self[$0] != nil } }

  /// What it is, for messages.
  var shown: String {
    switch content {
    case .object: "a dictionary"
    case .array: "a list"
    case .string(let text): "\"\(QuantityFault.shown(text))\""
    case .number(let text): "the number \(QuantityFault.shown(text))"
    case .boolean(let value): "the boolean \(value)"
    case .null: "null"
    case .other(let kind): kind
    }
  }

  /// The path of a member or an element.
  static func path(_ parent: String, _ key: String) -> String {
    parent.isEmpty ? QuantityFault.shown(key) : "\(parent).\(QuantityFault.shown(key))"
  }
}

extension FormatValue {
  /// The values of a property list, with the lines that its outline knows.
  init(_ list: PropertyListFile) {
    self.init(.dictionary(list.root), path: "", lines: list.outline.lines)
  }

  private init(_ value: PropertyListValue, path: String, lines: [String: Int]) {
    let content: FormatContent
    switch value {
    case .dictionary(let entries):
      content = .object(
        entries.keys.sorted().map { key in
          let child = path.isEmpty ? key : "\(path).\(key)"
          return FormatMember(
            key: key, value: FormatValue(entries[key] ?? .dictionary([:]), path: child, lines: lines))
        })
    case .array(let elements):
      content = .array(
        elements.enumerated().map { FormatValue($1, path: "\(path)[\($0)]", lines: lines) })
    case .string(let text): content = .string(text)
    case .number(let text): content = .number(text)
    case .boolean(let value): content = .boolean(value)
    case .other(let kind): content = .other(kind)
    }
    self.init(content, path: path, line: lines[path])
  }
}

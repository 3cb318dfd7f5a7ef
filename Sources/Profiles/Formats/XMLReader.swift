/// Reads XML: an element becomes an object of the elements in it, or its text where it has none. Attributes and the name of a
/// document type are passed over; a document type that defines anything is refused.
struct XMLReader {
  /// How many elements may be nested.
  static let deepest = 32

  private let bytes: [UInt8]
  private let file: String
  private var at = 0
  private var line = 1

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// An object with the element at the top as its only member.
  ///
  /// - Throws: ``ProfileFaults`` with the first place that is not XML as it is read here.
  static func read(_ bytes: [UInt8], file: String) throws(ProfileFaults) -> FormatValue {
    var reader = XMLReader(bytes, file: file)
    do throws(ProfileFault) {
      if reader.starts(with: "\u{FEFF}") { reader.at = 3 }
      let start = try reader.text()
      guard reader.peek == UInt8(ascii: "<"), Self.trimmed(start).isEmpty else { throw reader.fault("an element") }
      let root = try reader.element(path: "", depth: 1)
      let rest = try reader.text()
      guard reader.at == bytes.count, Self.trimmed(rest).isEmpty else { throw reader.fault("the end of the file") }
      return FormatValue(.object([root]), line: root.value.line)
    } catch {
      throw ProfileFaults([error])
    }
  }

  /// The element that begins here, with its name.
  private mutating func element(path: String, depth: Int) throws(ProfileFault) -> FormatMember {
    guard depth <= Self.deepest else {
      throw ProfileFault(file: file, line: line, message: "Its elements are nested more than \(Self.deepest) deep.")
    }
    let start = line
    advance(1)
    let name = name()
    guard !name.isEmpty else { throw fault("the name of an element") }
    let path = FormatValue.path(path, name)
    if try !isOpen() { return FormatMember(key: name, value: FormatValue(.string(""), path: path, line: start)) }
    var members: [FormatMember] = []
    var words = try text()
    while !take("</") {
      guard peek == UInt8(ascii: "<") else { throw fault("</\(name)>") }
      members.append(try element(path: path, depth: depth + 1))
      words += try text()
    }
    let end = (at, line)
    guard self.name() == name, skipSpace(), take(">") else {
      (at, line) = end
      throw fault("\(name)> to end what began on line \(start)")
    }
    let content: FormatContent = members.isEmpty ? .string(Self.trimmed(words)) : .object(members)
    return FormatMember(key: name, value: FormatValue(content, path: path, line: start))
  }

  /// Passes over the attributes; true where the element goes on behind its tag.
  private mutating func isOpen() throws(ProfileFault) -> Bool {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: ">"):
        advance(1)
        return true
      case UInt8(ascii: "/"):
        advance(1)
        guard take(">") else { throw fault("\">\"") }
        return false
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        advance(1)
        while let next = peek, next != byte { advance(1) }
        guard peek != nil else { throw fault("the end of a text") }
        advance(1)
      case UInt8(ascii: "<"): throw fault("\">\"")
      default: advance(1)
      }
    }
    throw fault("\">\"")
  }

  /// The text up to the next tag; comments and instructions are passed over.
  private mutating func text() throws(ProfileFault) -> String {
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "<"):
        if take("<![CDATA[") {
          let start = at
          try skip(past: "]]>")
          text += bytes[start..<at - 3]
        } else if take("<!--") {
          try skip(past: "-->")
        } else if take("<?") {
          try skip(past: "?>")
        } else if take("<!DOCTYPE") {
          while let next = peek, next != UInt8(ascii: ">"), next != UInt8(ascii: "[") { advance(1) }
          guard take(">") else { throw fault("\">\" to end a document type that defines nothing") }
        } else {
          return String(decoding: text, as: UTF8.self)
        }
      case UInt8(ascii: "&"): text += Array(String(try entity()).utf8)
      default:
        text.append(byte)
        advance(1)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text without spaces and line ends around it.
  private static func trimmed(_ text: String) -> String {
    let rest = text.drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }

  /// A character that stands behind an ampersand.
  private mutating func entity() throws(ProfileFault) -> Character {
    let named: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
    // The longest is &#x10FFFF; .
    let name = bytes[(at + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: name, as: UTF8.self)
    var found = named[text]
    if text.hasPrefix("#") {
      let isHexadecimal = text.hasPrefix("#x")
      let value = UInt32(text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      found = value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { Character($0) }
    }
    guard let found, at + 1 + name.count < bytes.count, bytes[at + 1 + name.count] == UInt8(ascii: ";") else {
      throw fault("a character such as &amp;")
    }
    advance(name.count + 2)
    return found
  }

  private mutating func name() -> String {
    let name = bytes[at...].prefix { $0 > 0x20 && !"/><=\"'&".utf8.contains($0) }
    advance(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private func starts(with text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    advance(text.utf8.count)
    return true
  }

  private mutating func skip(past end: String) throws(ProfileFault) {
    while at < bytes.count {
      if take(end) { return }
      advance(1)
    }
    throw fault("\(end)")
  }

  /// Always true, so that it can stand between conditions.
  private mutating func skipSpace() -> Bool {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { advance(1) }
    return true
  }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  private func fault(_ expected: String) -> ProfileFault {
    let rest = String(decoding: bytes[at...].prefix(20), as: UTF8.self)
    let found = rest.isEmpty ? "the end of the file" : "\"\(QuantityFault.shown(rest))\""
    return ProfileFault(file: file, line: line, message: "This is not XML: \(found) where \(expected) is expected.")
  }
}

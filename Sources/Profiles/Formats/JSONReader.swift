/// Reads JSON with the line of every value, numbers as they are written, and every repeated key.
///
/// The system's decoder tells none of these, and takes the last of two equal keys in silence.
struct JSONReader {
  /// How many objects and arrays may be nested.
  static let deepest = 32

  private let bytes: [UInt8]
  private let file: String
  private var at = 0
  private var line = 1
  /// Keys that an object has more than once.
  private(set) var repetitions: [ProfileFault] = []

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The value in `bytes`, which are UTF-8 without NUL.
  ///
  /// - Throws: ``ProfileFaults`` with the first place that is not JSON, or all keys that are written twice.
  static func read(_ bytes: [UInt8], file: String) throws(ProfileFaults) -> FormatValue {
    var reader = JSONReader(bytes, file: file)
    let value: FormatValue
    do throws(ProfileFault) {
      if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.at = 3 }
      value = try reader.value(path: "", depth: 0)
      reader.skipSpace()
      if reader.at < bytes.count { throw reader.fault("the end of the file") }
    } catch {
      throw ProfileFaults([error])
    }
    guard reader.repetitions.isEmpty else { throw ProfileFaults(reader.repetitions) }
    return value
  }

  private mutating func value(path: String, depth: Int) throws(ProfileFault) -> FormatValue {
    skipSpace()
    let start = line
    let content: FormatContent
    switch peek ?? 0 {
    case UInt8(ascii: "{"): content = try object(path: path, depth: depth + 1)
    case UInt8(ascii: "["): content = try array(path: path, depth: depth + 1)
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    default:
      if take("true") {
        content = .boolean(true)
      } else if take("false") {
        content = .boolean(false)
      } else if take("null") {
        content = .null
      } else {
        throw fault("a value")
      }
    }
    return FormatValue(content, path: path, line: start)
  }

  private mutating func object(path: String, depth: Int) throws(ProfileFault) -> FormatContent {
    guard depth <= Self.deepest else { throw tooDeep }
    at += 1
    var members: [FormatMember] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("a key in double quotes") }
      let start = line
      let key = try string()
      let child = FormatValue.path(path, key)
      if !keys.insert(key).inserted {
        repetitions.append(
          ProfileFault(file: file, keyPath: child, line: start, message: "The key is written twice; once is allowed."))
      }
      skipSpace()
      guard take(":") else { throw fault("\":\"") }
      members.append(FormatMember(key: key, value: try value(path: child, depth: depth)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault("\",\" or \"}\"") }
    return .object(members)
  }

  private mutating func array(path: String, depth: Int) throws(ProfileFault) -> FormatContent {
    guard depth <= Self.deepest else { throw tooDeep }
    at += 1
    var elements: [FormatValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      elements.append(try value(path: "\(path)[\(elements.count)]", depth: depth))
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault("\",\" or \"]\"") }
    return .array(elements)
  }

  private mutating func number() throws(ProfileFault) -> String {
    let start = at
    while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { at += 1 }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard DecimalNumber(text) != nil else {
      at = start
      throw fault("a number")
    }
    return text
  }

  private mutating func string() throws(ProfileFault) -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        at += 1
        text += Array(String(try escaped()).utf8)
      case ..<0x20:
        throw fault("the end of the text that began before (a control character is written \\u00…)")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw fault("the end of a text")
  }

  /// What follows a backslash.
  private mutating func escaped() throws(ProfileFault) -> Character {
    let simple: [UInt8: Character] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
      UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let byte = peek else { throw fault("the rest of an escape") }
    if let character = simple[byte] {
      at += 1
      return character
    }
    guard let first = codeUnit() else { throw fault("an escape of JSON, such as \\n or \\u00e9") }
    if let scalar = Unicode.Scalar(first) {
      guard first != 0 else { throw fault("a text without NUL") }
      return Character(scalar)
    }
    guard take("\\"), let second = codeUnit(), UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) else {
      throw fault("the other half of a surrogate pair")
    }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}"
  }

  /// `u` and four hexadecimal digits.
  private mutating func codeUnit() -> UInt16? {
    guard peek == UInt8(ascii: "u"), at + 5 <= bytes.count else { return nil }
    let digits = bytes[at + 1..<at + 5]
    guard digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    at += 5
    return unit
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  private func fault(_ expected: String) -> ProfileFault {
    let rest = String(decoding: bytes[at...].prefix(20), as: UTF8.self)
    let found = rest.isEmpty ? "the end of the file" : "\"\(QuantityFault.shown(rest))\""
    return ProfileFault(file: file, line: line, message: "This is not JSON: \(found) where \(expected) is expected.")
  }

  private var tooDeep: ProfileFault {
    ProfileFault(file: file, line: line, message: "Its objects and arrays are nested more than \(Self.deepest) deep.")
  }
}

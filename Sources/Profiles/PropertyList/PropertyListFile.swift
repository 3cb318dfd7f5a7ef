import FoundationEssentials

/// A property-list file with a dictionary at the top, in any of the three formats.
struct PropertyListFile {
  /// The largest file that is read.
  static let largest = 1_048_576
  /// How many containers may be nested; a scenario needs six.
  static let deepest = 32
  static let tooDeep = "Its dictionaries and arrays are nested more than \(deepest) deep."

  static func tooLarge(_ size: Int, largest: Int = largest) -> String {
    "The file has \(size) bytes; a file of at most \(largest >> 20) MiB (\(largest) bytes) is read."
  }

  let root: [String: PropertyListValue]
  /// Lines and repeated keys; empty for a binary file.
  let outline: PropertyListOutline

  /// Reads the bytes of `file`, which is named in faults only.
  init(_ bytes: [UInt8], file: String) throws(ProfileFaults) {
    func refuse(_ message: String, line: Int? = nil) -> ProfileFaults {
      ProfileFaults([ProfileFault(file: file, line: line, message: message)])
    }
    guard bytes.count <= Self.largest else {
      throw refuse(Self.tooLarge(bytes.count))
    }
    let isBinary = bytes.starts(with: "bplist".utf8)
    if isBinary {
      outline = PropertyListOutline()
      if let reason = BinaryPropertyList.refusal(of: bytes) { throw refuse(reason) }
    } else {
      if let zero = bytes.firstIndex(of: 0) {
        throw refuse("Byte \(zero) is NUL, so this is not a property list in UTF-8 text, nor a binary one.")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw refuse("The text is not valid UTF-8.")
      }
      guard !text.allSatisfy(\.isWhitespace) else { throw refuse("The file is empty.") }
      outline = Self.isXML(bytes) ? PropertyListOutline(xml: bytes) : PropertyListOutline(oldStyle: bytes)
      guard outline.depth <= Self.deepest else { throw refuse(Self.tooDeep) }
      // The decoder takes what is behind it for no file at all.
      if let unended = outline.unended, unended.what == "/*" {
        throw refuse("This is not a property list: a comment begins with /* here and does not end.", line: unended.line)
      }
    }
    let value: PropertyListValue
    do {
      value = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      if !isBinary, Self.isXML(bytes), let fault = XMLPropertyListCheck.fault(in: bytes, file: file) {
        throw ProfileFaults([fault])
      }
      let (words, line) = Self.words(error)
      guard !isBinary else { throw refuse("This binary property list is damaged or cut short: \(words).") }
      // The decoder's idea of lines in XML is wrong.
      guard !Self.isXML(bytes) else { throw refuse("This is not a property list: \(words).") }
      let hint = outline.unfinished.map { " What begins with \($0.what) on line \($0.line) does not end." } ?? ""
      throw refuse("This is not a property list: \(words).\(hint)", line: line ?? outline.unexpected)
    }
    guard case .dictionary(let root) = value else {
      throw refuse("At the top there is \(value.shown), where a dictionary is expected: { Name = …; }.")
    }
    self.root = root
  }

  /// Whether the first thing in the text is a tag of XML rather than the data of an old-style list.
  private static func isXML(_ bytes: [UInt8]) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0).drop { $0 <= 0x20 }
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { text.starts(with: $0.utf8) }
  }

  /// The decoder's own words, without their wrapping, and the line that they name.
  private static func words(_ error: any Error) -> (words: String, line: Int?) {
    // It names a character by its number.
    var words = reason(error).split(separator: " ").map { word in
      guard word.hasPrefix("'0x"), word.hasSuffix("'"), let number = UInt32(word.dropFirst(3).dropLast(), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { return String(word) }
      return "\"\(QuantityFault.shown(String(Character(scalar))))\""
    }
    guard let place = words.lastIndex(of: "line"), place > 0, place + 1 < words.count,
      ["on", "at"].contains(words[place - 1]), let line = Int(words[place + 1])
    else { return (words.joined(separator: " "), nil) }
    words.removeSubrange(place - 1...place + 1)
    if words.last == "starting" { words.removeLast() }
    return (words.joined(separator: " "), line)
  }

  /// The decoder's own words, without their wrapping.
  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    // Foundation marks the dictionary unsafe because its values need not be Sendable; a text is copied out of it here.
    if let cause = context.underlyingError as? CocoaError,
      let words = unsafe cause.userInfo["NSDebugDescription"] as? String
    {
      return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
    return context.debugDescription
  }
}

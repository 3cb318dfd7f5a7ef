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
    func refuse(_ message: String) -> ProfileFaults { ProfileFaults([ProfileFault(file: file, message: message)]) }
    guard bytes.count <= Self.largest else {
      throw refuse(Self.tooLarge(bytes.count))
    }
    if bytes.starts(with: "bplist".utf8) {
      outline = PropertyListOutline()
      if let reason = BinaryPropertyList.refusal(of: bytes) { throw refuse(reason) }
    } else {
      if let zero = bytes.firstIndex(of: 0) {
        throw refuse("Byte \(zero) is NUL, so this is not a property list in UTF-8 text, nor a binary one.")
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw refuse("The text is not valid UTF-8.")
      }
      outline = Self.isXML(bytes) ? PropertyListOutline(xml: bytes) : PropertyListOutline(oldStyle: bytes)
      guard outline.depth <= Self.deepest else { throw refuse(Self.tooDeep) }
    }
    let value: PropertyListValue
    do {
      value = try PropertyListDecoder().decode(PropertyListValue.self, from: Data(bytes))
    } catch {
      throw refuse("This is not a property list: \(Self.reason(error)).")
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

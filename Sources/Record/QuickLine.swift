/// A flat JSON object, taken apart: text, whole numbers and null, without a copy until a text is asked for.
///
/// What its texts are once their escapes are resolved is in ``QuickText``.
struct QuickLine {
  private enum Value {
    case text(Range<Int>)
    /// A text with a backslash in it.
    case escaped(Range<Int>)
    case integer(Int64)
    case null
  }

  /// Keys are short enough to need no storage of their own.
  private var fields: [(key: String, value: Value)] = []
  /// Longer texts that came before, of which the same few come again and again.
  private var known: [String] = []
  private static let knownTexts = 8
  /// Up to so many bytes a string needs no storage of its own.
  private static let smallText = 15

  /// Takes a line apart.
  ///
  /// - Returns: false if it is anything but a flat object of texts, whole numbers and nulls, each key once.
  mutating func read(_ bytes: Span<UInt8>) -> Bool {
    fields.removeAll(keepingCapacity: true)
    guard bytes.count >= 2, bytes[0] == 0x7B, bytes[bytes.count - 1] == 0x7D else { return false }
    let end = bytes.count - 1
    var at = 1
    while at < end {
      guard case .text(let keyRange)? = Self.string(bytes, &at, end), keyRange.count <= Self.smallText,
        let key = QuickText.plain(bytes.extracting(keyRange)), at < end, bytes[at] == 0x3A
      else { return false }
      at += 1
      guard let value = Self.value(bytes, &at, end), !fields.contains(where: { $0.key == key }) else { return false }
      fields.append((key, value))
      if at == end { return true }
      guard bytes[at] == 0x2C, at + 1 < end else { return false }
      at += 1
    }
    return false
  }

  private func value(_ key: String) -> Value? { fields.first { $0.key == key }?.value }

  /// A field's whole number; nil if it is absent, null or something else.
  func integer(_ key: String) -> Int64? {
    guard case .integer(let number)? = value(key) else { return nil }
    return number
  }

  /// A field's text; nil if it is absent, null, no valid UTF-8 or something else.
  mutating func text(_ key: String, _ bytes: Span<UInt8>) -> String? {
    switch value(key) {
    case .text(let range)?: plain(bytes.extracting(range))
    case .escaped(let range)?: QuickText.resolved(bytes.extracting(range))
    default: nil
    }
  }

  private mutating func plain(_ text: Span<UInt8>) -> String? {
    guard text.count > Self.smallText else { return QuickText.plain(text) }
    if let same = known.first(where: { QuickText.isEqual($0, text) }) { return same }
    guard let new = QuickText.plain(text) else { return nil }
    if known.count == Self.knownTexts { known.removeFirst() }
    known.append(new)
    return new
  }

  func isIntegerOrAbsent(_ key: String) -> Bool {
    switch value(key) {
    case nil, .null?, .integer?: true
    case .text?, .escaped?: false
    }
  }

  /// A field's text; an inner nil if it is absent or null, an outer one if it is something else.
  mutating func optionalText(_ key: String, _ bytes: Span<UInt8>) -> String?? {
    switch value(key) {
    case nil, .null?: .some(nil)
    case .integer?: nil
    case .text?, .escaped?: text(key, bytes).map { .some($0) }
    }
  }

  /// The inside of a string that begins at `at`.
  private static func string(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Value? {
    guard bytes[at] == 0x22 else { return nil }
    let start = at + 1
    var isEscaped = false
    at = start
    while at < end {
      switch bytes[at] {
      case 0x22:
        defer { at += 1 }
        return isEscaped ? .escaped(start..<at) : .text(start..<at)
      case 0x5C:
        isEscaped = true
        at += 2
      case ..<0x20: return nil
      default: at += 1
      }
    }
    return nil
  }

  private static func value(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Value? {
    switch bytes[at] {
    case 0x22: return string(bytes, &at, end)
    case 0x6E:
      guard at + 4 <= end, bytes[at + 1] == 0x75, bytes[at + 2] == 0x6C, bytes[at + 3] == 0x6C else { return nil }
      at += 4
      return .null
    default: return integer(bytes, &at, end).map(Value.integer)
    }
  }

  private static func integer(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Int64? {
    let isNegative = bytes[at] == 0x2D
    if isNegative { at += 1 }
    let start = at
    var number: Int64 = 0
    while at < end, (0x30...0x39).contains(bytes[at]) {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.subtractingReportingOverflow(Int64(bytes[at] - 0x30))
      guard !isTooLarge, !isStillTooLarge else { return nil }
      number = sum
      at += 1
    }
    // JSON has no leading zeros; fractions and exponents stop at their first character, which no comma is.
    guard at > start, bytes[start] != 0x30 || at == start + 1 else { return nil }
    guard !isNegative else { return number }
    return number == .min ? nil : -number
  }
}

/// The inside of a JSON string as text.
enum QuickText {
  /// A text without escapes; nil if it is no valid UTF-8.
  static func plain(_ bytes: Span<UInt8>) -> String? {
    do { return String(copying: try UTF8Span(validating: bytes)) } catch { return nil }
  }

  /// Whether a text without escapes is a known one.
  static func isEqual(_ known: String, _ bytes: Span<UInt8>) -> Bool {
    let span = known.utf8Span.span
    guard span.count == bytes.count else { return false }
    for index in span.indices where span[index] != bytes[index] { return false }
    return true
  }

  /// A text with escapes (RFC 8259, section 7); nil if one is none, or half of a surrogate pair.
  static func resolved(_ bytes: Span<UInt8>) -> String? {
    var resolved: [UInt8] = []
    resolved.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == 0x5C else {
        resolved.append(bytes[at])
        at += 1
        continue
      }
      guard at + 1 < bytes.count else { return nil }
      at += 2
      switch bytes[at - 1] {
      case 0x22, 0x2F, 0x5C: resolved.append(bytes[at - 1])
      case 0x62: resolved.append(0x08)
      case 0x66: resolved.append(0x0C)
      case 0x6E: resolved.append(0x0A)
      case 0x72: resolved.append(0x0D)
      case 0x74: resolved.append(0x09)
      case 0x75:
        guard let scalar = scalar(bytes, &at) else { return nil }
        resolved += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default: return nil
      }
    }
    return plain(resolved.span)
  }

  /// The scalar of one `\u` and four digits, or of two that are a surrogate pair; `at` is at the first digit.
  private static func scalar(_ bytes: Span<UInt8>, _ at: inout Int) -> Unicode.Scalar? {
    guard let first = unit(bytes, &at) else { return nil }
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
    guard at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 else { return nil }
    at += 2
    guard let second = unit(bytes, &at), (0xDC00...0xDFFF).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      switch bytes[at] {
      case 0x30...0x39: unit = unit << 4 + UInt32(bytes[at] - 0x30)
      case 0x41...0x46: unit = unit << 4 + UInt32(bytes[at] - 0x41 + 10)
      case 0x61...0x66: unit = unit << 4 + UInt32(bytes[at] - 0x61 + 10)
      default: return nil
      }
      at += 1
    }
    return unit
  }
}

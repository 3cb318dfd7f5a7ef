extension PropertyListReader {
  /// One line of text, neither empty nor longer than `longest` characters.
  func line(_ node: Node?, longest: Int) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value else {
      fault(node.path, "\(node.value.shown) was read, where a text is expected.")
      return nil
    }
    guard !text.isEmpty, text.count <= longest, text == text.trimmingSpaces(), text == QuantityFault.visible(text)
    else {
      let unseen = text == QuantityFault.visible(text) ? "" : " or characters that cannot be seen"
      fault(
        node.path,
        "\(node.value.shown) was read; allowed is one line of 1 to \(longest) characters without spaces at its ends\(unseen)."
      )
      return nil
    }
    return text
  }

  /// One of the cases of an enumeration.
  func choice<T: RawRepresentable & CaseIterable>(_ node: Node?) -> T? where T.RawValue == String {
    guard let name = choice(node, of: T.allCases.map(\.rawValue)) else { return nil }
    return T(rawValue: name)
  }

  /// One of the names that are allowed.
  func choice(_ node: Node?, of allowed: [String]) -> String? {
    guard let node else { return nil }
    if case .string(let text) = node.value, allowed.contains(text) { return text }
    var message = "\(node.value.shown) was read; allowed are \(allowed.joined(separator: ", "))."
    if case .string(let text) = node.value, let nearest = Spelling.nearest(to: text, among: allowed, limit: 1).first {
      message += " Did you mean \(nearest)?"
    }
    fault(node.path, message)
    return nil
  }

  /// A `YES` or `NO`, or a boolean of the other formats.
  func boolean(_ node: Node?) -> Bool? {
    guard let node else { return nil }
    switch node.value {
    case .boolean(let value): return value
    case .string("YES"): return true
    case .string("NO"): return false
    default:
      fault(node.path, "\(node.value.shown) was read; allowed are YES and NO.")
      return nil
    }
  }

  /// A whole number within `range`, written as a text or as a number.
  func count<T: FixedWidthInteger>(_ node: Node?, in range: ClosedRange<T>) -> T? {
    guard let node else { return nil }
    switch node.value {
    case .string(let text), .number(let text):
      if let number = T(text), range.contains(number) { return number }
    default: break
    }
    fault(
      node.path,
      "\(node.value.shown) was read; allowed is a whole number from \(range.lowerBound) to \(range.upperBound).")
    return nil
  }

  /// A number within `range` with or without decimals, written as a text or as a number.
  func decimal(_ node: Node?, in range: ClosedRange<Int>) -> Double? {
    guard let node else { return nil }
    switch node.value {
    case .string(let text), .number(let text):
      if text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), text.first != ".", text.last != ".",
        let number = Double(text), number >= Double(range.lowerBound), number <= Double(range.upperBound)
      {
        return number
      }
    default: break
    }
    fault(
      node.path, "\(node.value.shown) was read; allowed is a number from \(range.lowerBound) to \(range.upperBound).")
    return nil
  }

  /// A quantity that is written as a text with its unit, as `read` reads it; `example` shows one.
  func quantity<T>(_ node: Node?, example: String, _ read: (String) throws(QuantityFault) -> T) -> T? {
    guard let node else { return nil }
    switch node.value {
    case .string(let text):
      do {
        return try read(text)
      } catch {
        fault(node.path, "\(error).")
      }
    case .number(let text):
      fault(
        node.path,
        "the bare number \(text) was read, which says no unit; write a text with one, such as \"\(example)\".")
    default:
      fault(node.path, "\(node.value.shown) was read; write a text with a unit, such as \"\(example)\".")
    }
    return nil
  }

  /// A duration up to the longest delay.
  func delay(_ node: Node?) -> Duration? {
    quantity(node, example: "100 ms") { text throws(QuantityFault) in
      let delay = try Duration(quantity: text)
      guard delay <= .longestDelay else {
        throw QuantityFault(text, reason: "is too long; a delay is at most \(Duration.longestDelay.quantityText)")
      }
      return delay
    }
  }

  /// A duration above zero and up to `longest`.
  func span(_ node: Node?, upTo longest: Duration) -> Duration? {
    quantity(node, example: "5 s") { text throws(QuantityFault) in
      let span = try Duration(quantity: text)
      guard span > .zero, span <= longest else {
        throw QuantityFault(
          text, reason: "is out of range; allowed is more than 0 s and at most \(longest.quantityText)")
      }
      return span
    }
  }

  /// A percentage.
  func probability(_ node: Node?) -> Probability? {
    quantity(node, example: "0.5 %") { text throws(QuantityFault) in try Probability(quantity: text) }
  }
}

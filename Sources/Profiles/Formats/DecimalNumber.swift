/// A decimal number as it was written, so that scaling it to whole units is exact wherever the result is.
struct DecimalNumber: Hashable, CustomStringConvertible {
  /// Whether it is below zero.
  let isNegative: Bool
  /// The digits without the point; no zeros at the end.
  private let digits: UInt64
  /// The power of ten that ``digits`` is multiplied by.
  private let exponent: Int

  static let zero = DecimalNumber(0)

  init(_ value: UInt64) { self.init(isNegative: false, digits: value, exponent: 0) }

  /// `digits` times ten to the `exponent`.
  init(isNegative: Bool = false, digits: UInt64, exponent: Int) {
    var (digits, exponent) = (digits, digits == 0 ? 0 : exponent)
    while digits > 0, digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    self.isNegative = isNegative && digits > 0
    self.digits = digits
    self.exponent = exponent
  }

  /// Reads digits with at most one point, and with a sign and an exponent if it must be; nil for anything else.
  ///
  /// Digits beyond the nineteenth are finer than anything that is read here, and dropped behind the point.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var (digits, exponent, count, isBehindPoint, isFull) = (UInt64(0), 0, 0, false, false)
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isBehindPoint, count > 0 {
        isBehindPoint = true
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        count += 1
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, sumOverflow) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
        isFull = isFull || overflow || sumOverflow
        if !isFull { digits = sum }
        exponent += (isFull ? 1 : 0) - (isBehindPoint ? 1 : 0)
      } else {
        break
      }
      rest.removeFirst()
      guard count <= 400 else { return nil }
    }
    guard count > 0, text.last != "." else { return nil }
    if let byte = rest.first {
      guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return nil }
      guard let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)), abs(power) <= 400 else { return nil }
      exponent += power
    }
    self.init(isNegative: isNegative, digits: digits, exponent: exponent)
  }

  /// The number of times `scale`, rounded to the nearest whole number; nil below zero and above `UInt64.max`.
  func scaled(by scale: UInt64) -> UInt64? {
    guard !isNegative else { return nil }
    var value = UInt128(digits) * UInt128(scale)
    if exponent >= 0 {
      for _ in 0..<exponent where value > 0 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
      }
    } else {
      // 10 to the 39th is more than any 128-bit number, so half of it rounds everything to 0.
      guard exponent >= -38 else { return 0 }
      var divisor: UInt128 = 1
      for _ in 0..<(-exponent) { divisor *= 10 }
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      value = quotient + (remainder >= divisor - remainder ? 1 : 0)
    }
    return UInt64(exactly: value)
  }

  /// The number without what is behind the point; nil below zero and above `UInt64.max`.
  var wholePart: UInt64? {
    guard !isNegative else { return nil }
    guard exponent < 0 else { return scaled(by: 1) }
    var value = digits
    for _ in 0..<(-exponent) where value > 0 { value /= 10 }
    return value
  }

  /// Whether there is nothing behind the point.
  var isWhole: Bool { exponent >= 0 }

  /// The nearest floating-point number.
  var double: Double { Double("\(isNegative ? "-" : "")\(digits)e\(exponent)") ?? 0 }

  /// Digits with a point where one is needed, never with an exponent.
  var description: String {
    let sign = isNegative ? "-" : ""
    let text = String(digits)
    if exponent >= 0 { return sign + text + String(repeating: "0", count: digits == 0 ? 0 : exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - text.count)) + text
    return "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
  }
}

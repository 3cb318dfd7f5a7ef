/// The chance that something happens to a packet, from 0 (never) to 1 (always).
public struct Probability: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The chance as a fraction, 0…1.
  public let fraction: Double

  /// Never.
  public static let zero = Probability(unchecked: 0)
  /// Always.
  public static let one = Probability(unchecked: 1)

  private init(unchecked fraction: Double) { self.fraction = fraction }

  /// A chance as a fraction; nil outside 0…1 and for NaN.
  public init?(fraction: Double) {
    guard fraction >= 0, fraction <= 1 else { return nil }
    // Minus zero equals zero but prints and hashes otherwise.
    self.fraction = fraction == 0 ? 0 : fraction
  }

  /// A chance in percent; nil outside 0…100 and for NaN.
  public init?(percent: Double) {
    self.init(fraction: percent / 100)
  }

  /// Reads a percentage with its sign: `0.5 %`.
  ///
  /// - Throws: ``QuantityFault`` for a missing `%`, no number, a negative one, or more than 100 %.
  public init(quantity text: String) throws(QuantityFault) {
    let body = text.trimmingSpaces()
    let example = "write a percentage such as \"0.5 %\""
    guard !body.isEmpty else { throw QuantityFault(text, reason: "is empty; \(example)") }
    let number = body.last == "%" ? String(body.dropLast()).trimmingSpaces() : body
    let digits = number.first == "-" ? number.dropFirst() : number[...]
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), digits.first != ".", digits.last != ".",
      let percent = Double(number)
    else {
      throw QuantityFault(text, reason: "is not a number and \"%\"; \(example)")
    }
    guard body.last == "%" else { throw QuantityFault(text, reason: "has no unit; \(example)") }
    guard number.first != "-" else {
      throw QuantityFault(text, reason: "is negative; a loss lies between 0 % and 100 %")
    }
    guard let value = Probability(percent: percent) else {
      throw QuantityFault(text, reason: "is more than 100 %; a loss lies between 0 % and 100 %")
    }
    self = value
  }

  /// Reads a percentage with its sign, or gives nil; ``init(quantity:)`` says why.
  public init?(_ description: String) {
    do { self = try Probability(quantity: description) } catch { return nil }
  }

  /// The chance in percent, 0…100.
  ///
  /// The shortest decimal is chosen that gives ``fraction`` again, so that 0.07 is 7 and not 7.000000000000001.
  public var percent: Double {
    let product = fraction * 100
    let rounded = (product * 1e9).rounded() / 1e9
    return rounded / 100 == fraction ? rounded : product
  }

  /// The chance as the kernel counts it: a 32-bit fixed-point fraction, as in `struct tc_netem_qopt.loss`.
  ///
  /// A chance above 0 is never rounded to 0, and only 1 is `0xFFFFFFFF`, which netem takes as always.
  public var kernelValue: UInt32 {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return .max }
    return UInt32(min(max((fraction * 4_294_967_295).rounded(), 1), 4_294_967_294))
  }

  /// The chance in percent with its sign: `0.5 %`.
  public var description: String {
    let text = Self.decimal(percent)
    return "\(text) %"
  }

  /// Orders by chance.
  public static func < (a: Probability, b: Probability) -> Bool { a.fraction < b.fraction }

  /// The number without an exponent and without `.0`.
  private static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    guard let e = text.firstIndex(where: { $0 == "e" }), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    // A percentage is at most 100, so an exponent is negative: shift the point to the left.
    let digits = text[..<e].filter { $0 != "." }
    let trimmed = digits.hasSuffix("0") && digits.count > 1 ? String(digits.dropLast()) : String(digits)
    return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
  }
}

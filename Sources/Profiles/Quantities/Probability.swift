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
  ///
  /// The fraction is the one nearest to the decimal number that `percent` is written as, so that 2.3 is the same as `2.3 %`.
  public init?(percent: Double) {
    guard percent >= 0, percent <= 100, let fraction = Double(DecimalText.shifted("\(percent)", by: -2)) else {
      return nil
    }
    self.init(fraction: fraction)
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
      let percent = Double(digits), let fraction = Double(DecimalText.shifted(String(digits), by: -2))
    else {
      throw QuantityFault(text, reason: "is not a number and \"%\"; \(example)")
    }
    guard body.last == "%" else { throw QuantityFault(text, reason: "has no unit; \(example)") }
    guard number.first != "-" else {
      throw QuantityFault(text, reason: "is negative; a loss lies between 0 % and 100 %")
    }
    guard fraction > 0 || digits.allSatisfy({ $0 == "0" || $0 == "." }) else {
      throw QuantityFault(text, reason: "is too small; write \"0 %\" for never")
    }
    guard percent <= 100, let value = Probability(fraction: fraction) else {
      throw QuantityFault(text, reason: "is more than 100 %; a loss lies between 0 % and 100 %")
    }
    self = value
  }

  /// Reads a percentage with its sign, or gives nil; ``init(quantity:)`` says why.
  public init?(_ description: String) {
    do { self = try Probability(quantity: description) } catch { return nil }
  }

  /// The chance in percent, 0…100: the decimal number of ``fraction`` with its point moved, so that 0.07 is 7.
  public var percent: Double { Double(DecimalText.shifted("\(fraction)", by: 2)) ?? fraction * 100 }

  /// The chance as the kernel counts it: a 32-bit fixed-point fraction, as in `struct tc_netem_qopt.loss`.
  ///
  /// A chance above 0 is never rounded to 0, and only 1 is `0xFFFFFFFF`, which netem takes as always.
  public var kernelValue: UInt32 {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return .max }
    return UInt32(min(max((fraction * 4_294_967_295).rounded(), 1), 4_294_967_294))
  }

  /// The chance in percent with its sign: `0.5 %`. Reading it gives exactly this chance again.
  public var description: String { DecimalText.shifted("\(fraction)", by: 2) + " %" }

  /// Orders by chance.
  public static func < (a: Probability, b: Probability) -> Bool { a.fraction < b.fraction }
}

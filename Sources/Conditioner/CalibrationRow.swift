/// A line of a calibration: something that was asked of a lab, and what was got.
public struct CalibrationRow: Hashable, Sendable {
  /// What was measured.
  public enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// The median of the one-way delays, in nanoseconds.
    case delay
    /// The delay that one in a hundred frames passes, in nanoseconds.
    case delayP99
    /// The standard deviation of the one-way delays, in nanoseconds.
    case jitterDeviation
    /// How far the distribution of delays is from the one asked for, by Kolmogorov and Smirnov: 0 to 1.
    case jitterDistance
    /// The share of frames that did not come.
    case loss
    /// How many frames in a row did not come, on average.
    case burstLength
    /// Bits a second, frames counted without FCS.
    case rate
    /// The share of frames that came twice.
    case duplicate
    /// The share of frames that came before one that was sent earlier.
    case reorder
    /// The share of frames that came with a bit flipped.
    case corrupt

    /// Whether it is told from times, which a busy machine makes longer.
    var dependsOnTime: Bool {
      switch self {
      case .delay, .delayP99, .jitterDeviation, .jitterDistance, .rate: true
      case .loss, .burstLength, .duplicate, .reorder, .corrupt: false
      }
    }
  }

  /// What was measured, which gives the unit of the numbers.
  public let quantity: Quantity
  /// The conditions under which, such as `100 ms ± 10 ms, normal`.
  public let conditions: String
  /// What was asked for.
  public let asked: Double
  /// What was got; nil if nothing came to tell from.
  public let got: Double?
  /// Between which numbers it counts as right.
  public let allowed: ClosedRange<Double>
  /// How many frames it was told from.
  public let samples: Int
  /// Whether the machine was too busy to tell: frames were lost that nothing asked to lose, each time it was tried.
  public let wasDisturbed: Bool

  /// Whether what was got is right.
  public var isRight: Bool { got.map(allowed.contains) ?? false }

  /// Whether it is told from times, and wrong: that may be a busy machine's doing.
  var isWrongInTime: Bool { quantity.dependsOnTime && !isRight && !wasDisturbed }

  /// A line as given.
  public init(
    _ quantity: Quantity, conditions: String, asked: Double, got: Double?, allowed: ClosedRange<Double>, samples: Int,
    wasDisturbed: Bool = false
  ) {
    self.quantity = quantity
    self.conditions = conditions
    self.asked = asked
    self.got = got
    self.allowed = allowed
    self.samples = samples
    self.wasDisturbed = wasDisturbed
  }

  /// The line without what was got, which says nothing of the lab.
  var disturbed: CalibrationRow {
    CalibrationRow(
      quantity, conditions: conditions, asked: asked, got: nil, allowed: allowed, samples: samples, wasDisturbed: true)
  }
}

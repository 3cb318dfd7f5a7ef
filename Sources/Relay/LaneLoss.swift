/// Which frames of one direction are lost. Chances are 32-bit fractions: 0 is never, `0xFFFFFFFF` always.
///
/// The chains go one step with each frame of a flow and begin anew with new conditions; each flow has its own.
public enum LaneLoss: Hashable, Sendable {
  /// Each frame on its own.
  case independent(UInt32)
  /// A good state, where it begins, and a bad one. Equivalent to `loss gemodel P R 1-H 1-K` of tc-netem(8).
  case gilbertElliott(becomesBad: UInt32, becomesGood: UInt32, lossInBad: UInt32, lossInGood: UInt32)
  /// A chain of four states. Equivalent to `loss state P13 P31 P32 P23 P14` of tc-netem(8).
  case fourState(p13: UInt32, p31: UInt32, p32: UInt32, p23: UInt32, p14: UInt32)

  /// Nothing is lost.
  public static let none = LaneLoss.independent(0)
  /// Everything is lost.
  public static let total = LaneLoss.independent(.max)
}

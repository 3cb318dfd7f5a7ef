/// What becomes of a frame that is not lost.
struct Fate: BitwiseCopyable {
  /// What it waits behind the wire, in nanoseconds.
  private(set) var delay: Int64
  /// Whether it may leave before frames that came before it.
  private(set) var mayOvertake: Bool
  private var isCorrupted = false
  private var corruptDraw: UInt32 = 0

  /// The fate of a frame for which nothing is drawn.
  init(delay: Int64, mayOvertake: Bool) {
    self.delay = delay
    self.mayOvertake = mayOvertake
  }

  /// Draws what the conditions leave to chance.
  mutating func draw(_ verdict: Verdict, _ flow: inout FlowState, _ conditions: LaneConditions) {
    if let jitter = conditions.jitter {
      delay = max(0, delay + flow.difference(verdict, jitter))
    }
    if let reordering = conditions.reordering, flow.overtakes(verdict, reordering) {
      delay = 0
      mayOvertake = true
    }
    if verdict.happens(conditions.corruptFraction, .corrupt) {
      isCorrupted = true
      corruptDraw = verdict.draw(.corruptBit)
    }
  }

  /// Flips a bit behind the Ethernet header, if that is its fate; a flip within would be a loss.
  func corrupt(_ frame: UnsafeMutablePointer<UInt8>, length: Int) -> Bool {
    guard isCorrupted, length > 14 else { return false }
    let bit = Int((UInt64(corruptDraw) * UInt64(length - 14) * 8) >> 32)
    frame[14 + bit / 8] ^= 1 << UInt8(bit % 8)
    return true
  }
}

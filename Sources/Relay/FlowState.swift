/// What the relay remembers of one flow in one direction.
struct FlowState {
  /// Its key; 0 is an empty place in the table.
  var flow: UInt64
  /// How many frames it has had.
  var count: UInt64
  /// Under which conditions the rest was written; under others it begins anew.
  private var generation: UInt32
  private var sinceOvertaking: UInt32
  private var lastJitter: UInt32
  private var hasJitter: Bool
  var chain: LossChain

  /// Forgets what belongs to other conditions.
  mutating func enter(_ generation: UInt32) {
    guard generation != self.generation else { return }
    self.generation = generation
    sinceOvertaking = 0
    hasJitter = false
    chain = LossChain()
  }

  /// How far the next frame's delay differs, in nanoseconds.
  mutating func difference(_ verdict: Verdict, _ jitter: LaneJitter) -> Int64 {
    if !hasJitter || !verdict.happens(jitter.correlationFraction, .renewal) {
      lastJitter = verdict.draw(.jitter)
      hasJitter = true
    }
    return jitter.difference(lastJitter)
  }

  /// Whether the next frame overtakes.
  mutating func overtakes(_ verdict: Verdict, _ reordering: LaneReordering) -> Bool {
    guard sinceOvertaking >= reordering.gap - 1, verdict.happens(reordering.fraction, .reorder) else {
      sinceOvertaking &+= 1
      return false
    }
    sinceOvertaking = 0
    return true
  }
}

/// Where a flow stands in its direction's model of loss.
struct LossChain {
  private enum State: UInt8 {
    /// Good, or the first of four states: packets pass.
    case good
    /// Bad, or the third: the burst.
    case burst
    /// The second of four: packets pass within a burst.
    case gap
    /// The fourth: one loss on its own.
    case single
  }

  private var state = State.good

  /// Decides the fate of the flow's next frame.
  mutating func loses(_ verdict: Verdict, _ loss: LaneLoss) -> Bool {
    switch loss {
    case .independent(let fraction): return verdict.happens(fraction)
    case .gilbertElliott(let becomesBad, let becomesGood, let lossInBad, let lossInGood):
      // As netem does: the frame meets the state that the one before it left.
      let isBad = state == .burst
      let isLost = verdict.happens(isBad ? lossInBad : lossInGood, .lossInState)
      if verdict.happens(isBad ? becomesGood : becomesBad, .chain) { state = isBad ? .good : .burst }
      return isLost
    case .fourState(let p13, let p31, let p32, let p23, let p14):
      // As netem does: first the step, then the frame meets the state that it leads to.
      state =
        switch state {
        case .good: Self.step(verdict, (p14, .single), (p13, .burst), else: .good)
        case .gap: Self.step(verdict, (p23, .burst), (0, .gap), else: .gap)
        case .burst: Self.step(verdict, (p32, .gap), (p31, .good), else: .burst)
        case .single: .good
        }
      return state == .burst || state == .single
    }
  }

  /// One of two states by their chances, or the third.
  private static func step(
    _ verdict: Verdict, _ first: (chance: UInt32, state: State), _ second: (chance: UInt32, state: State),
    else third: State
  ) -> State {
    let draw = UInt64(verdict.draw(.chain))
    // `0xFFFFFFFF` is always: one more than any draw.
    let reach = first.chance == .max ? 1 << 32 : UInt64(first.chance)
    if draw < reach { return first.state }
    return draw < reach + (second.chance == .max ? 1 << 32 : UInt64(second.chance)) ? second.state : third
  }
}

import Testing

@testable import Relay

@Suite("Loss in bursts")
struct LossChainTests {
  private static func fraction(_ value: Double) -> UInt32 { UInt32((value * 4_294_967_295).rounded()) }

  /// Whether each of so many frames of a flow is lost.
  private func losses(_ loss: LaneLoss, seed: UInt64 = 1, count: Int) -> [Bool] {
    var chain = LossChain()
    let lane = Verdict.lane(seed: seed, .downlink)
    return (0..<UInt64(count)).map { chain.loses(Verdict(lane: lane, flow: 7, index: $0), loss) }
  }

  /// The mean number of losses in a row.
  private func meanBurst(_ losses: [Bool]) -> Double {
    let bursts = zip([false] + losses, losses).count { !$0 && $1 }
    return Double(losses.count { $0 }) / Double(max(1, bursts))
  }

  @Test(
    "bursts are as long and as many as asked, within 10 %",
    arguments: [(ratio: 0.05, length: 3.0), (0.1, 8), (0.01, 2), (0.3, 20)])
  func gilbert(ratio: Double, length: Double) {
    // p = r × ratio / (1 - ratio) and r = 1 / length give a burst of that length and that share.
    let leaves = 1 / length
    let loss = LaneLoss.gilbertElliott(
      becomesBad: Self.fraction(leaves * ratio / (1 - ratio)), becomesGood: Self.fraction(leaves), lossInBad: .max,
      lossInGood: 0)
    // At least 4000 bursts: the mean length is then known to 1.6 % (one standard deviation, that of one burst being its
    // mean), the ratio to about twice that.
    let count = Int(4000 * length / ratio)
    let got = losses(loss, count: count)
    #expect(abs(meanBurst(got) - length) < length * 0.1)
    #expect(abs(Double(got.count { $0 }) / Double(count) - ratio) < ratio * 0.1)
  }

  @Test("losses in both states come at their own chance")
  func elliott() {
    // Bad a fifth of the time, 50 % lost there and 1 % elsewhere: 0.2 × 0.5 + 0.8 × 0.01 = 10.8 %.
    let loss = LaneLoss.gilbertElliott(
      becomesBad: Self.fraction(0.025), becomesGood: Self.fraction(0.1), lossInBad: Self.fraction(0.5),
      lossInGood: Self.fraction(0.01))
    let share = Double(losses(loss, count: 200_000).count { $0 }) / 200_000
    #expect(abs(share - 0.108) < 0.0108)
  }

  @Test("four states give the losses of their balance")
  func fourState() {
    // With state 1 as the unit: state 3 is p13/p31 = 0.2, state 2 is 0.2 × p32/p23 = 0.1, state 4 is p14 = 0.02. Lost is
    // (0.2 + 0.02) / 1.32 = 16.67 %.
    let loss = LaneLoss.fourState(
      p13: Self.fraction(0.04), p31: Self.fraction(0.2), p32: Self.fraction(0.1), p23: Self.fraction(0.2),
      p14: Self.fraction(0.02))
    let got = losses(loss, count: 200_000)
    #expect(abs(Double(got.count { $0 }) / 200_000 - 0.1667) < 0.0167)
    // From a burst the chain leaves with p31 + p32 = 0.3: mean 3.33. From the single loss it always leaves. Of 0.22 lost a
    // share of 0.02 is alone: entries into state 3 are 0.2 × 0.3 = 0.06, into state 4 0.02; mean (0.2 + 0.02) / 0.08.
    #expect(abs(meanBurst(got) - 2.75) < 0.275)
  }

  @Test("the ends are exact: a chain that never turns bad loses nothing, one that always does loses all but the first")
  func ends() {
    let never = LaneLoss.gilbertElliott(becomesBad: 0, becomesGood: .max, lossInBad: .max, lossInGood: 0)
    #expect(!losses(never, count: 10_000).contains(true))
    let always = LaneLoss.gilbertElliott(becomesBad: .max, becomesGood: 0, lossInBad: .max, lossInGood: 0)
    #expect(losses(always, count: 10_000).dropFirst().allSatisfy { $0 })
    let burst = LaneLoss.fourState(p13: .max, p31: 0, p32: 0, p23: 0, p14: 0)
    #expect(losses(burst, count: 10_000).allSatisfy { $0 })
    // A single loss at every chance: one frame in two, since the frame after it passes.
    let single = LaneLoss.fourState(p13: 0, p31: 0, p32: 0, p23: 0, p14: .max)
    #expect(losses(single, count: 4) == [true, false, true, false])
    #expect(losses(.total, count: 100).allSatisfy { $0 })
    #expect(!losses(.none, count: 100).contains(true))
  }

  @Test("new conditions begin in the good state")
  func restart() {
    let always = LaneConditions(
      loss: .gilbertElliott(becomesBad: .max, becomesGood: 0, lossInBad: .max, lossInGood: 0))
    let probe = LaneProbe(always)
    #expect([probe.offer(), probe.offer(), probe.offer()] == [true, false, false])
    probe.apply(always, at: 0)
    #expect([probe.offer(), probe.offer()] == [true, false])
  }
}

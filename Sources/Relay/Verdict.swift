/// The fate of a frame: a function of what the profile asks, the seed, the direction, its flow and its index in the flow.
///
/// Other traffic does not change it, and it is the same on any machine.
enum Verdict {
  static func isLost(
    lossFraction: UInt32, seed: UInt64, direction: Direction, flow: UInt64, index: UInt64
  ) -> Bool {
    if lossFraction == 0 { return false }
    if lossFraction == .max { return true }
    var mix = SeededMix(seed)
    mix.absorb(direction == .uplink ? 1 : 2)
    mix.absorb(flow)
    mix.absorb(index)
    return UInt32(truncatingIfNeeded: mix.value >> 32) < lossFraction
  }
}

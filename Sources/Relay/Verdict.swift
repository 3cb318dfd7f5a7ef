/// What the relay draws for a frame: numbers that depend on the seed, the direction, the frame's flow and its index there.
///
/// Other traffic does not change them, and they are the same on any machine.
struct Verdict {
  /// What a number is drawn for; each is drawn apart from the others.
  enum Purpose: UInt64 {
    case chain = 1
    case lossInState
    case renewal
    case jitter
    case duplicate
    case reorder
    case corrupt
    case corruptBit
  }

  private let mix: SeededMix

  /// - Parameter lane: What all frames of a direction begin with, from ``lane(seed:_:)``.
  init(lane: SeededMix, flow: UInt64, index: UInt64) {
    var mix = lane
    mix.absorb(flow)
    mix.absorb(index)
    self.mix = mix
  }

  private init(mix: SeededMix) { self.mix = mix }

  /// The start of every verdict in one direction.
  static func lane(seed: UInt64, _ direction: Direction) -> SeededMix {
    var mix = SeededMix(seed)
    mix.absorb(direction == .uplink ? 1 : 2)
    return mix
  }

  /// The numbers for the second of two frames that a duplicated one becomes.
  var ofCopy: Verdict {
    var mix = mix
    mix.absorb(0x636f_7079)
    return Verdict(mix: mix)
  }

  /// Whether something of this chance happens to the frame itself.
  func happens(_ fraction: UInt32) -> Bool { Self.isBelow(UInt32(truncatingIfNeeded: mix.value >> 32), fraction) }

  /// Whether something of this chance happens.
  func happens(_ fraction: UInt32, _ purpose: Purpose) -> Bool {
    fraction != 0 && (fraction == .max || draw(purpose) < fraction)
  }

  /// A number drawn evenly from all 32-bit ones.
  func draw(_ purpose: Purpose) -> UInt32 {
    var mix = mix
    mix.absorb(purpose.rawValue)
    return UInt32(truncatingIfNeeded: mix.value >> 32)
  }

  private static func isBelow(_ draw: UInt32, _ fraction: UInt32) -> Bool {
    fraction == .max || draw < fraction
  }
}

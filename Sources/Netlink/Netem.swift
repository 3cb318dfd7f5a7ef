/// All that a netem qdisc is told. Every field is sent every time: on a change the kernel keeps what is not sent.
///
/// Fractions are 32-bit: 0 is never, `0xFFFFFFFF` always. Correlations are fractions too.
public struct Netem: Hashable, Sendable, Codable {
  /// One-way delay in nanoseconds. Equivalent to `delay`.
  public var delayNanoseconds: Int64 = 0
  /// How far a delay may lie from it, in nanoseconds; above 2.147 s (`INT_MAX`) the kernel cuts it silently.
  ///
  /// Equivalent to the second argument of `delay`.
  public var jitterNanoseconds: Int64 = 0
  /// How much a delay resembles the one before. Equivalent to the third argument of `delay`.
  public var delayCorrelation: UInt32 = 0
  /// How often a delay lies how far from it; nil sends no table, and the kernel keeps the one it has or is uniform.
  ///
  /// Equivalent to `distribution`. The kernel never shows it and has no way to unset it: to go back to uniform, send
  /// ``DelayDistribution/uniform``.
  public var distribution: DelayDistribution?
  /// The chance to lose a packet. Equivalent to `loss random`.
  public var lossFraction: UInt32 = 0
  /// Equivalent to the second argument of `loss random`.
  public var lossCorrelation: UInt32 = 0
  /// Loss in bursts, in the place of ``lossFraction``; nil is random loss.
  public var burstLoss: GilbertElliott?
  /// Loss by a chain of four states, in the place of ``lossFraction``; only without ``burstLoss``.
  public var stateLoss: FourStateLoss?
  /// The chance to send a packet twice. Equivalent to `duplicate`.
  public var duplicateFraction: UInt32 = 0
  /// Equivalent to the second argument of `duplicate`.
  public var duplicateCorrelation: UInt32 = 0
  /// The chance to send a packet at once, ahead of the others. Equivalent to `reorder`; needs a delay.
  public var reorderFraction: UInt32 = 0
  /// Equivalent to the second argument of `reorder`.
  public var reorderCorrelation: UInt32 = 0
  /// Every so many packets may be reordered; 0 turns reordering off.
  public var gap: UInt32 = 0
  /// The chance to flip a bit. Equivalent to `corrupt`.
  public var corruptFraction: UInt32 = 0
  /// Equivalent to the second argument of `corrupt`.
  public var corruptCorrelation: UInt32 = 0
  /// How many packets it holds, those in the delay line included; 0 would drop everything. Equivalent to `limit`.
  public var limitPackets: UInt32 = 1000
  /// The rate in bytes a second, always sent; 40 Gbit/s stands for none and keeps packets in order, with 0 jitter reorders
  /// them. Equivalent to `rate`.
  public var rateBytesPerSecond: UInt64 = 5_000_000_000
  /// Marks instead of dropping where the packet allows it. Equivalent to `ecn`.
  public var marksCongestion = false
  /// What decides about each packet in turn; nil has the kernel draw one at each change. Equivalent to `seed`.
  ///
  /// Kernels before 6.6 know none: they pass over it, and show none. Which bit of a packet is flipped is drawn from
  /// elsewhere. The kernel spreads it over its generator's state without stirring, so it should have no pattern.
  public var seed: UInt64?

  /// A netem that does nothing to packets.
  public init() {}
}

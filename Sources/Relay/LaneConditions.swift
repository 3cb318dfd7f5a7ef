/// What happens to the frames of one direction.
///
/// The order of effects: loss, duplication and corruption, the queue for the wire, the wire at its rate, then delay and
/// jitter. A frame that is lost uses no time on the wire. Chances are 32-bit fractions as the kernel counts them: 0 is
/// never, `0xFFFFFFFF` always.
public struct LaneConditions: Hashable, Sendable {
  /// The rate of the wire in bits a second, frames counted without FCS; nil is unlimited, and 0 lets nothing through.
  public var rateBitsPerSecond: UInt64?
  /// A rate that changes all the time, in the place of ``rateBitsPerSecond``; nil for none.
  public var trace: LaneTrace?
  /// One-way delay behind the wire, in nanoseconds.
  public var delayNanoseconds: Int64
  /// How delays differ from frame to frame; nil for not at all.
  public var jitter: LaneJitter?
  /// Whether frames stay in order whatever the jitter.
  public var keepsOrder: Bool
  /// Which frames are lost.
  public var loss: LaneLoss
  /// The chance that a frame arrives twice.
  public var duplicateFraction: UInt32
  /// Frames that overtake others; nil for none.
  public var reordering: LaneReordering?
  /// The chance that a frame arrives with one bit flipped, behind the Ethernet header.
  public var corruptFraction: UInt32
  /// What waits for the wire.
  public var queue: LaneQueue

  /// Conditions; what is left out does nothing. A negative delay is none.
  public init(
    rateBitsPerSecond: UInt64? = nil, trace: LaneTrace? = nil, delayNanoseconds: Int64 = 0, jitter: LaneJitter? = nil,
    keepsOrder: Bool = true, loss: LaneLoss = .none, duplicateFraction: UInt32 = 0,
    reordering: LaneReordering? = nil, corruptFraction: UInt32 = 0, queue: LaneQueue = .standard
  ) {
    self.rateBitsPerSecond = rateBitsPerSecond
    self.trace = trace
    self.delayNanoseconds = max(0, delayNanoseconds)
    self.jitter = jitter
    self.keepsOrder = keepsOrder
    self.loss = loss
    self.duplicateFraction = duplicateFraction
    self.reordering = reordering
    self.corruptFraction = corruptFraction
    self.queue = queue
  }

  /// Whether frames wait for each other at all.
  var hasWire: Bool { trace != nil || rateBitsPerSecond != nil }

  /// The shortest time that a frame is in the delay line, in nanoseconds.
  var shortestDelay: Int64 {
    guard reordering == nil else { return 0 }
    return max(0, delayNanoseconds - (jitter?.most(below: true) ?? 0))
  }

  /// How many bytes the wire carries in a second, in the long run; nil for no limit.
  var bytesPerSecond: UInt64? { trace?.bytesPerSecond ?? rateBitsPerSecond.map { $0 / 8 } }
}

/// When a frame leaves one direction of the link. A value without a clock of its own: every time is given.
///
/// The order of effects, after loss: the queue (a frame that finds it full is dropped), the wire (one frame at a time, at
/// the rate), the delay. No frame leaves before the one ahead of it, whatever the conditions were changed to.
struct LaneClock {
  var conditions: LaneConditions
  /// When the wire is free again.
  private var wireFree: Int64 = .min
  private var lastDue: Int64 = .min
  /// When each frame that is queued or on the wire leaves it, oldest first.
  private var wireEnds = Ring<Int64>()

  init(_ conditions: LaneConditions) { self.conditions = conditions }

  /// Takes a frame in.
  ///
  /// - Returns: when it is due at the other end, or nil if it found the queue full.
  mutating func admit(arrival: Int64, bytes: Int) -> Int64? {
    while let end = wireEnds.first, end <= arrival { wireEnds.removeFirst() }
    var wireEnd = arrival
    if conditions.rateBitsPerSecond != nil {
      guard wireEnds.count < conditions.queuePackets else { return nil }
      wireEnd = max(arrival, wireFree) + conditions.serialisation(bytes: bytes)
      wireEnds.append(wireEnd)
      wireFree = wireEnd
    }
    lastDue = max(lastDue, wireEnd + conditions.delayNanoseconds)
    return lastDue
  }
}

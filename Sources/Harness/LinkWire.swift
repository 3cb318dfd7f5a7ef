internal import Profiles

/// One direction's wire: one frame after the other, none leaves before the one ahead of it.
struct LinkWire {
  private var freeAt = Int64.min
  private var lastDue = Int64.min

  /// When a frame is at the other end.
  mutating func send(_ bytes: Int64, at time: Int64, _ conditions: LinkConditions) -> Int64 {
    var end = time
    if let rate = conditions.averageRate, rate.bitsPerSecond > 0 {
      end = max(freeAt, time) + Int64(Double(bytes) * 8e9 / Double(rate.bitsPerSecond))
      freeAt = end
    }
    lastDue = max(lastDue, end + conditions.delay.wholeNanoseconds)
    return lastDue
  }
}

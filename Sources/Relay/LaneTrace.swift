/// A rate that changes all the time, as Mahimahi records it: the moments at which 1500 bytes of IP may be sent.
///
/// A moment that nothing waits for is lost; what it leaves over goes to the next frame that is there by then. The trace
/// starts when its conditions are applied, and anew after its last moment.
public struct LaneTrace: Hashable, Sendable {
  /// How many bytes of IP one moment lets through.
  static let bytesPerOpportunity = 1500
  /// What a frame has beside IP: the Ethernet header, which Mahimahi doesn't see.
  static let headerBytes = 14

  /// The moments in milliseconds since its start, in ascending order; the last one is its length.
  public let opportunities: [UInt32]

  /// A trace; nil if there are no moments, if they are not in order, or if the last is at 0.
  public init?(opportunities: [UInt32]) {
    guard let last = opportunities.last, last > 0,
      zip(opportunities, opportunities.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.opportunities = opportunities
  }

  /// How long it takes until it starts anew, in nanoseconds.
  var length: Int64 { Int64(opportunities[opportunities.count - 1]) * 1_000_000 }

  /// What it carries in the long run.
  var bytesPerSecond: UInt64 {
    UInt64(opportunities.count) * UInt64(Self.bytesPerOpportunity) * 1_000_000_000 / UInt64(length)
  }

  /// The first moment that is not before `time` nanoseconds since the start.
  func position(notBefore time: Int64) -> Int {
    var low = 0
    var high = opportunities.count
    while low < high {
      let middle = (low + high) / 2
      if Int64(opportunities[middle]) * 1_000_000 < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A rate that changes all the time, as Mahimahi records it: the moments at which 1500 bytes may be sent.
public struct RateTrace: Hashable, Sendable {
  /// What it is called, such as the name of its file.
  public var name: String
  /// The moments in milliseconds since its start, in ascending order; several at one moment are several chances. The last
  /// one is its length: then it starts anew.
  public let opportunities: [UInt32]

  /// How many bytes one moment lets through.
  public static let bytesPerOpportunity = 1500

  /// A trace; nil if there are no moments, if they are not in order, or if the last is at 0.
  public init?(name: String, opportunities: [UInt32]) {
    guard let last = opportunities.last, last > 0,
      zip(opportunities, opportunities.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.name = name
    self.opportunities = opportunities
  }

  /// How long it takes until it starts anew.
  public var length: Duration { .milliseconds(Int64(opportunities.last ?? 0)) }

  /// What it carries in the long run.
  public var averageRate: DataRate {
    let bits = UInt64(opportunities.count) * UInt64(Self.bytesPerOpportunity) * 8
    return DataRate(bitsPerSecond: bits * 1000 / UInt64(max(1, opportunities.last ?? 1)))
  }
}

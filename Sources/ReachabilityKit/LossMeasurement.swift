/// What became of a train of numbered datagrams that the origin sent back.
public struct LossMeasurement: Hashable, Sendable {
  /// Datagrams that the kernel took.
  public var sent: Int
  /// Datagrams that the kernel refused, as it does without a route; they are not among `sent`.
  public var refusedByKernel: Int
  /// How many the origin had received when it was last heard of; nil if it never was.
  public var receivedAtOrigin: Int?
  /// How many had been sent when the origin counted so: all of `sent` unless its last word was lost.
  public var sentByThen: Int
  /// Datagrams that came back.
  public var received: Int
  /// Their round trips in nanoseconds, in the order of arrival.
  public var roundTrips: [Int64]

  /// A measurement as given.
  public init(
    sent: Int, refusedByKernel: Int = 0, receivedAtOrigin: Int?, sentByThen: Int, received: Int,
    roundTrips: [Int64] = []
  ) {
    self.sent = sent
    self.refusedByKernel = refusedByKernel
    self.receivedAtOrigin = receivedAtOrigin
    self.sentByThen = sentByThen
    self.received = received
    self.roundTrips = roundTrips
  }

  /// Lost on the way there or back, from 0 to 1; nil if nothing was sent.
  public var roundTripLoss: Double? { sent == 0 ? nil : 1 - Double(received) / Double(sent) }
  /// Lost on the way to the origin, from 0 to 1; nil if the origin was never heard of.
  public var uplinkLoss: Double? {
    guard let receivedAtOrigin, sentByThen > 0 else { return nil }
    return max(0, 1 - Double(receivedAtOrigin) / Double(sentByThen))
  }
  /// Lost on the way back, from 0 to 1; nil if nothing is known to have arrived there.
  public var downlinkLoss: Double? {
    guard let receivedAtOrigin, receivedAtOrigin > 0 else { return nil }
    return max(0, 1 - Double(received) / Double(receivedAtOrigin))
  }
  /// The median round trip in nanoseconds; nil if nothing came back.
  public var medianRoundTrip: Int64? { roundTrips.isEmpty ? nil : roundTrips.sorted()[roundTrips.count / 2] }
}

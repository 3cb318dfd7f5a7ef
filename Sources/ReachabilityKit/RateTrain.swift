public import Origin

/// Back-to-back frames whose spacing at the receiver shows the rate of the link.
public struct RateTrain: Hashable, Sendable {
  /// Frames of a train, 3 to 64. A link queues 50 by default: more than 40 would be cut.
  public var packets: Int
  /// UDP payload of each frame, in bytes: 32 to 1472, over IPv6 to 1452. What is outside is moved in.
  public var payload: Int
  /// How many trains, one after the other; the median counts. At least 1.
  public var trains: Int

  /// A train as given.
  public init(packets: Int, payload: Int = MeasurementDatagram.largestPayload, trains: Int = 1) {
    self.packets = min(MeasurementDatagram.longestTrain, max(RateMeasurement.fewestFrames, packets))
    self.payload = min(MeasurementDatagram.largestPayload, max(MeasurementDatagram.headerSize, payload))
    self.trains = max(1, trains)
  }

  /// How long a train may hold the link, in seconds: little beside the 2 s that a probe behind it is waited for, also under
  /// a profile whose round trip takes 1.3 s of them.
  static let longest = 0.12
  /// Fewer frames than this say little once one of them is lost.
  static let fewest = 5
  /// More frames than this do not fit into a queue of 50 packets beside other traffic.
  static let most = 40
  /// From here on, in bits per second, frames come so close that the receiver's timing needs several trains.
  static let fast: UInt64 = 20_000_000

  /// A train that suits the rate which the link should have: full frames for 0.12 s, 5 to 40 of them; smaller ones where
  /// 5 full frames would take longer; 5 trains above 20 Mbit/s.
  public init(forBitsPerSecond rate: UInt64) {
    let bits = Double(rate) * Self.longest
    let full = Double(MeasurementDatagram.largestPayload + RateMeasurement.overhead(isIPv6: false)) * 8
    let packets = Int((bits / full).rounded().clamped(to: Double(Self.fewest)...Double(Self.most)))
    let fitting = Int(min(bits, full * Double(packets)) / Double(packets) / 8) - RateMeasurement.overhead(isIPv6: false)
    self.init(packets: packets, payload: fitting, trains: rate > Self.fast ? 5 : 1)
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(range.upperBound, max(range.lowerBound, self))
  }
}

/// The rate of a link in one direction, by the dispersion of trains.
public struct RateMeasurement: Hashable, Sendable {
  /// Bits per second of Ethernet frames without FCS, the median of the trains; nil if no train told anything.
  public var bitsPerSecond: UInt64?
  /// Frames received of the trains that counted.
  public var frames: Int
  /// How many trains counted.
  public var trains: Int
  /// Why there is no rate, or why some trains did not count; nil if all did.
  public var reason: String?

  /// A measurement as given.
  public init(bitsPerSecond: UInt64?, frames: Int, trains: Int, reason: String? = nil) {
    self.bitsPerSecond = bitsPerSecond
    self.frames = frames
    self.trains = trains
    self.reason = reason
  }

  /// With fewer frames a train does not count.
  public static let fewestFrames = 3

  /// Bytes of Ethernet, IP and UDP headers on top of the payload.
  static func overhead(isIPv6: Bool) -> Int { isIPv6 ? 62 : 42 }

  /// What arrived of one train: frames, and nanoseconds between the first and the last.
  struct Arrivals: Hashable, Sendable {
    var frames: Int
    var span: Int64

    /// The bits of the frames after the first, over the time that they took; nil if too few came. Lost frames took no time
    /// on the wire, so they are not counted.
    func bitsPerSecond(frameBytes: Int) -> UInt64? {
      guard frames >= fewestFrames, span > 0 else { return nil }
      return UInt64((Double(frames - 1) * Double(frameBytes) * 8 * 1_000_000_000 / Double(span)).rounded())
    }
  }

  /// The median of trains; nil stands for a train of which nothing is known.
  init(_ arrivals: [Arrivals?], sent: Int, frameBytes: Int) {
    let counted = arrivals.compactMap { arrivals in
      arrivals.flatMap { one in one.bitsPerSecond(frameBytes: frameBytes).map { (rate: $0, frames: one.frames) } }
    }
    let rates = counted.map(\.rate).sorted()
    let middle = rates.count / 2
    bitsPerSecond =
      rates.isEmpty ? nil : rates.count.isMultiple(of: 2) ? (rates[middle - 1] + rates[middle]) / 2 : rates[middle]
    frames = counted.reduce(0) { $0 + $1.frames }
    trains = counted.count
    guard counted.count < arrivals.count else { return }
    if arrivals.allSatisfy({ $0 == nil }) {
      reason = "the origin's measuring service was not heard of"
    } else {
      let most = arrivals.compactMap { $0?.frames }.max() ?? 0
      reason =
        "\(arrivals.count - counted.count) of \(arrivals.count) trains did not count: "
        + "at most \(most) of \(sent) frames arrived, and \(Self.fewestFrames) at different times are needed"
    }
  }
}

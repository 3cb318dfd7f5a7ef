internal import LinuxSystem

/// How many frames of one direction the relay has memory for, apart for short and for long ones.
///
/// As many as its conditions let be in the link at once, up to ``most``: what comes beyond is dropped and counted as an
/// overrun. Without a rate it is what the relay can move in that time.
struct FrameBounds: Hashable {
  /// Frames of up to ``FramePool/shortFrame`` bytes.
  private(set) var short: Int
  /// Longer ones.
  private(set) var long: Int

  /// 512 MiB, whatever the conditions: 2.6 s of 200 000 short frames a second, or 2.3 s of 1 Gbit/s in full frames.
  static let most = FrameBounds(short: 524_288, long: 196_608)

  /// More than the relay moves one by one: 0.3 million a second were the most on the fastest machine tried. Segments of
  /// super-frames can be twice as many (13 Gbit/s); a TCP window of 64 MiB is 45 000 of them.
  private static let relayRate: Int64 = 500_000
  /// How long all frames may be late for want of a processor, at the relay or at the receiver, in nanoseconds.
  private static let lateness: Int64 = 100_000_000
  /// What the slowest link has all the same, so that a sender's first burst is the queue's to drop.
  private static let least = 2048
  /// A request of ARP is the shortest frame that a kernel sends.
  private static let shortestFrame = 42

  init(short: Int, long: Int) {
    self.short = short
    self.long = long
  }

  /// What conditions need.
  ///
  /// - Parameter heldBefore: How long a frame may wait before it enters the lane, in nanoseconds.
  init(_ conditions: LaneConditions, heldBefore: Int64 = 0, upTo most: FrameBounds = .most) {
    short = Self.frames(conditions, heldBefore, ofAtLeast: Self.shortestFrame, upTo: most.short)
    // Each socket has a batch of places in front of it to read into.
    long =
      Self.frames(conditions, heldBefore, ofAtLeast: FramePool.shortFrame + 1, upTo: most.long) + PacketSocket.batch
  }

  /// The larger of two, of each length.
  func union(_ other: FrameBounds) -> FrameBounds {
    FrameBounds(short: max(short, other.short), long: max(long, other.long))
  }

  private static func frames(
    _ conditions: LaneConditions, _ heldBefore: Int64, ofAtLeast bytes: Int, upTo most: Int
  ) -> Int {
    // A trace may send all that it carries in one millisecond.
    let wire = conditions.trace == nil ? conditions.rateBitsPerSecond.map { Double($0) / Double(8 * bytes) } : nil
    let perSecond = min(Double(relayRate), wire ?? .infinity)
    let held =
      Double(conditions.delayNanoseconds) + Double(conditions.jitter?.most(below: false) ?? 0)
      + Double(max(0, heldBefore))
    let copies = conditions.duplicateFraction > 0 ? 2.0 : 1
    let inLine = copies * perSecond * (held + Double(lateness)) / 1e9
    let inQueue = conditions.hasWire ? Double(QueueLimit(conditions).most(ofAtLeast: bytes)) : 0
    return Int(min(Double(most), max(Double(least), (inLine + inQueue).rounded(.up))))
  }
}

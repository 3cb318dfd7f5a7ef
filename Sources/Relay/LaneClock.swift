/// When a frame leaves one direction of the link. Without a clock of its own: every time is given.
///
/// The order of effects, after loss: the queue (a frame that finds it full is dropped), the wire (one frame at a time, at
/// the rate), the delay. No frame that keeps its order leaves before one ahead of it, whatever the conditions were changed
/// to.
struct LaneClock: ~Copyable {
  private(set) var conditions: LaneConditions
  /// The latest time at which any frame so far is due.
  private(set) var lastDue: Int64 = .min
  private var wire = Wire()
  /// Oldest first.
  private var passages = Ring<WirePassage>()
  private var bytesInPassage = 0
  private var limit: QueueLimit
  /// A larger queue of earlier conditions, which holds until what is in it has left: a change drops nothing.
  private var earlierLimit = QueueLimit.least
  private var earlierUntil: Int64 = .min

  init(_ conditions: LaneConditions, at now: Int64 = 0) {
    self.conditions = conditions
    limit = QueueLimit(conditions)
    wire.apply(conditions, at: now)
  }

  /// Takes new conditions for frames that come from now on; those before keep their times.
  mutating func apply(_ conditions: LaneConditions, at now: Int64) {
    earlierLimit = earlierUntil > now ? QueueLimit.larger(earlierLimit, limit) : limit
    earlierUntil = wire.freeAt
    self.conditions = conditions
    limit = QueueLimit(conditions)
    wire.apply(conditions, at: now)
  }

  /// When the wire has sent all it was given.
  var wireFreeAt: Int64 { wire.freeAt }

  /// Whether the queue takes another frame beside what is on its way through the wire and what waits elsewhere.
  mutating func hasRoom(for bytes: Int, at arrival: Int64, packetsWaiting: Int = 0, bytesWaiting: Int = 0) -> Bool {
    while let first = passages.first, first.end <= arrival {
      bytesInPassage -= first.bytes
      passages.removeFirst()
    }
    if conditions.trace == nil, conditions.rateBitsPerSecond == 0 { return false }
    let packets = passages.count + packetsWaiting
    let inAll = bytesInPassage + bytesWaiting
    return limit.hasRoom(packets: packets, bytes: inAll, for: bytes)
      || (arrival < earlierUntil && earlierLimit.hasRoom(packets: packets, bytes: inAll, for: bytes))
  }

  /// Sends a frame through the wire, if there is one, and the delay line.
  ///
  /// - Parameters:
  ///   - delay: What it waits behind the wire, in nanoseconds.
  ///   - keepsOrder: Whether it leaves behind all that came before it.
  /// - Returns: when it is due at the other end.
  mutating func pass(arrival: Int64, bytes: Int, delay: Int64, keepsOrder: Bool = true) -> Int64 {
    var end = arrival
    if conditions.hasWire {
      end = wire.send(bytes: bytes, from: arrival)
      passages.append(WirePassage(end: end, bytes: bytes))
      bytesInPassage += bytes
    }
    let due = keepsOrder ? max(lastDue, end + delay) : end + delay
    lastDue = max(lastDue, due)
    return due
  }
}
